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
/** Each has a worker of its own: few files, most of which do without the packages that others share. */
const ALONE = ["test/{bench,judges,mutation,simulation}/**/*.test.ts", "test/template/deploy.test.ts"];
/** They start programs or browsers. */
const OUTSIDE = [
  "test/{browser,rehearsal}/**/*.test.ts",
  "test/integration/{client,local-stack,operator}/**/*.test.ts",
];
const WATCH_LEDGER_ACCESS = "test/support/ledger-access/watch.ts";
/**
 * For files that share a worker: the packages that the service uses, which take longer to load than most of these files
 * to run, stay loaded; its own modules are each file's own.
 */
const FRESH_FILE = ["test/support/fresh-file.ts", WATCH_LEDGER_ACCESS];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Each file starts its own embedded servers. One more than the two cores of a small machine, because some wait.
    maxWorkers: 3,
    sequence: { sequencer: SlowFilesFirst, setupFiles: "list" },
    projects: [
      {
        extends: true,
        test: { name: "alone", include: ALONE, setupFiles: [WATCH_LEDGER_ACCESS] },
      },
      {
        extends: true,
        test: { name: "outside", include: OUTSIDE, isolate: false, setupFiles: FRESH_FILE },
      },
      {
        extends: true,
        // The service in the test's own process.
        test: {
          name: "service",
          isolate: false,
          setupFiles: FRESH_FILE,
          include: ["test/{integration,security,unit}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...ALONE, ...OUTSIDE, PURE],
        },
      },
      {
        extends: true,
        // Functions without state or I/O: nothing that one file does can be seen by the next.
        test: { name: "pure", include: [PURE], isolate: false },
      },
      {
        extends: true,
        // These only look at what was synthesized, so they share it, and the CDK, which takes seconds to load.
        test: {
          name: "template",
          include: [TEMPLATES],
          exclude: [...configDefaults.exclude, ...ALONE],
          isolate: false,
        },
      },
    ],
  },
});
