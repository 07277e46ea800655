import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { browserPath, WITHOUT_BROWSER } from "./test/support/browser-path.ts";
import { LeftOut } from "./test/support/left-out.ts";
import { PATIENCE_MS } from "./test/support/patience.ts";
import { SlowFilesFirst } from "./test/support/slow-files-first.ts";
import { makeTemporaryFolder } from "./test/support/temporary-folder.ts";
import { PROJECTS } from "./test/support/test-parts.ts";

// Many tests start processes of their own, and most files have a worker of their own: they need not each compile the
// same modules again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

process.env.TMPDIR = makeTemporaryFolder();

// Pages write dates and amounts as their reader's locale has them; for Node this one is American English.
process.env.LC_ALL = "C.UTF-8";

// Said here, once, and not by every file that needs one.
if (!browserPath()) console.log(WITHOUT_BROWSER);

const WATCH_LEDGER_ACCESS = "test/support/ledger-access/watch.ts";
/**
 * For files that share a worker: the packages that the service uses, which take longer to load than most of these files
 * to run, stay loaded; its own modules are each file's own.
 */
const SHARED = { isolate: false, setupFiles: ["test/support/fresh-file.ts", WATCH_LEDGER_ACCESS] };

const SETTINGS = {
  alone: { setupFiles: [WATCH_LEDGER_ACCESS] },
  // A slow file takes a minute on a quiet machine and several on a busy one: what hangs is ended, what is slow is not.
  slow: { ...SHARED, testTimeout: 600_000, hookTimeout: 600_000 },
  template: { isolate: false },
  service: SHARED,
  pure: { isolate: false },
};

export default defineConfig({
  test: {
    testTimeout: 2 * PATIENCE_MS,
    hookTimeout: 2 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    // Each file starts its own embedded servers. One more than the two cores of a small machine, because some wait.
    maxWorkers: 3,
    sequence: { sequencer: SlowFilesFirst, setupFiles: "list" },
    reporters: ["default", ...(process.env.GITHUB_ACTIONS ? ["github-actions"] : []), new LeftOut()],
    projects: Object.entries(SETTINGS).map(([name, settings]) => ({
      extends: true,
      test: { name, ...settings, ...PROJECTS[name as keyof typeof PROJECTS] },
    })),
  },
});
