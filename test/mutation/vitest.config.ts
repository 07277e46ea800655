import { defineConfig } from "vitest/config";
import config from "../../vitest.config.ts";
import { PROJECTS } from "../support/test-parts.ts";

/*
 * For Stryker, which makes mistakes in the source one after the other and looks which of them the tests notice. It sees
 * only what runs in the test's own process, and these tests read the source, into which it has written its own lines.
 */
const READ_THE_SOURCE = [
  "test/unit/architecture.test.ts",
  "test/{browser,rehearsal}/**",
  "test/integration/local-stack/**",
];

const { projects: _, reporters: __, ...test } = config.test ?? {};
const without = (exclude: string[]) => [...exclude, ...READ_THE_SOURCE];

export default defineConfig({
  test: {
    ...test,
    projects: [
      {
        extends: true,
        test: {
          ...PROJECTS.service,
          exclude: without(PROJECTS.service.exclude),
          name: "service",
          isolate: false,
          setupFiles: ["test/support/fresh-file.ts"],
        },
      },
      { extends: true, test: { ...PROJECTS.pure, name: "pure", isolate: false } },
    ],
  },
});
