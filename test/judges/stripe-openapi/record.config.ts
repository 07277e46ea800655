import { join } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import config from "../../../vitest.config.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Modules of the simulator, and what stands in their place: the same, with a note of what passes. */
const RECORDED: Record<string, string> = {
  [join(ROOT, "infra/simulator/api/answer-api.ts")]: join(import.meta.dirname, "record-answers.ts"),
  [join(ROOT, "infra/simulator/world/build-event.ts")]: join(import.meta.dirname, "record-events.ts"),
};

/** The tests as they are, with a note of what the simulator is asked, what it answers and what it sends. */
export default mergeConfig(
  config,
  defineConfig({
    root: ROOT,
    plugins: [
      {
        name: "record-simulator",
        enforce: "pre",
        resolveId(specifier, importer) {
          if (!importer || !specifier.startsWith(".") || importer.startsWith(import.meta.dirname)) return;
          return RECORDED[join(importer, "..", specifier)];
        },
      },
    ],
  }),
);
