import { configDefaults } from "vitest/config";

/** Which of the two commands runs a test file is in its name: `npm test` leaves out what is named so. */
export const SLOW = "test/**/*.slow.test.ts";

const PURE = "test/unit/{domain,contract,console,client,operator}/**/*.test.ts";
/** Few files, most of which do without the packages that others share. */
const ALONE = ["test/{bench,judges,simulation}/**/*.test.ts"];
const TEMPLATES = "test/template/**/*.test.ts";

const without = (...others: string[]): string[] => [...configDefaults.exclude, ...others];

/** The test files, by what they share; every file belongs to one of these. */
export const PROJECTS = {
  /** Each has a worker of its own. */
  alone: { include: ALONE, exclude: without(SLOW) },
  /** They start stacks, rehearsals, browsers or the operator's command in processes of their own, or take long. */
  slow: { include: [SLOW], exclude: without() },
  /** These only look at what was synthesized, so they share it, and the CDK, which takes seconds to load. */
  template: { include: [TEMPLATES], exclude: without(SLOW, ...ALONE) },
  /** The service in the test's own process. */
  service: {
    include: ["test/{browser,integration,rehearsal,security,unit}/**/*.test.ts"],
    exclude: without(SLOW, ...ALONE, PURE),
  },
  /** Functions without state or I/O: nothing that one file does can be seen by the next. */
  pure: { include: [PURE], exclude: without(SLOW) },
};
