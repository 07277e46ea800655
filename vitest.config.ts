import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { browserPath, WITHOUT_BROWSER } from "./test/support/browser-path.ts";
import { SlowFilesFirst } from "./test/support/slow-files-first.ts";
import { makeTemporaryFolder } from "./test/support/temporary-folder.ts";

// Many tests start processes of their own, and most files have a worker of their own: they need not each compile the
// same modules again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

process.env.TMPDIR = makeTemporaryFolder();

// Said here, once, and not by every file that needs one.
if (!browserPath()) console.log(WITHOUT_BROWSER);

const TEMPLATES = "test/template/**/*.test.ts";
const PURE = "test/unit/{domain,contract,console,client,operator}/**/*.test.ts";

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file starts its own embedded servers. One more than the two cores of a small machine, because some wait.
    maxWorkers: 3,
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "service",
          setupFiles: ["test/support/ledger-access/watch.ts"],
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, TEMPLATES, PURE],
        },
      },
      {
        extends: true,
        // Functions without state or I/O: nothing that one file does can be seen by the next.
        test: { name: "pure", include: [PURE], isolate: false },
      },
      {
        extends: true,
        // These only look at what was synthesised, so they share it, and the CDK, which takes seconds to load.
        test: { name: "template", include: [TEMPLATES], isolate: false },
      },
    ],
  },
});
