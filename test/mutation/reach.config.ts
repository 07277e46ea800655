import { defineConfig, mergeConfig } from "vitest/config";
import config from "../../vitest.config.ts";

const SETUP = "test/mutation/record-reach.ts";

/** The tests as they are, each with a note of what it reaches. */
export default mergeConfig(
  config,
  defineConfig({
    root: new URL("../..", import.meta.url).pathname,
    test: { setupFiles: [SETUP] },
  }),
);
