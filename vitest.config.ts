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
/** They start programs or browsers, and what is loaded here is little of what they cost. */
const OUTSIDE = [
  "test/{bench,browser,mutation,rehearsal,simulation}/**/*.test.ts",
  "test/integration/{client,local-stack,operator}/**/*.test.ts",
  "test/template/deploy.test.ts",
];
const WATCH_LEDGER_ACCESS = "test/support/ledger-access/watch.ts";

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
        test: { name: "outside", include: OUTSIDE, setupFiles: [WATCH_LEDGER_ACCESS] },
      },
      {
        extends: true,
        // The service in the test's own process. The packages that it uses, which take longer to load than most of these
        // files to run, are shared by the files of a worker; its own modules are not.
        test: {
          name: "service",
          isolate: false,
          setupFiles: ["test/support/fresh-file.ts", WATCH_LEDGER_ACCESS],
          include: ["test/{integration,security,unit}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...OUTSIDE, PURE],
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
        test: {
          name: "template",
          include: [TEMPLATES],
          exclude: [...configDefaults.exclude, ...OUTSIDE],
          isolate: false,
        },
      },
    ],
  },
});
