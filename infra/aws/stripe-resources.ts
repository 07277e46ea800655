import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * The parts of the processor's API that this service calls, as `stripe.<path>`. A test holds this list against the
 * calls in shared/processor.
 */
export const USED_STRIPE_RESOURCES: readonly string[] = [
  "paymentIntents",
  "refunds",
  "charges",
  "disputes",
  "accounts",
  "accountLinks",
  "terminal.connectionTokens",
  "terminal.locations",
  "terminal.readers",
];

/** `terminal.readers` is implemented in resources/Terminal/Readers.js. */
const fileOf = (path: string): string =>
  `${path.replace(/(^|\.)(\w)/g, (_, dot: string, letter: string) => (dot ? "/" : "") + letter.toUpperCase())}.js`;

const USED_FILES = new Set(USED_STRIPE_RESOURCES.map(fileOf));

const RESOURCE_FILE = /[\\/]stripe[\\/]esm[\\/]resources[\\/](.+\.js)$/;

/**
 * The SDK's client constructs every resource of the processor's API, so no bundler can tell which are used. Here the
 * rest become empty classes: 150 KB less to load, more than a quarter of a bundle.
 */
export const onlyUsedStripeResources: Plugin = {
  name: "only-used-stripe-resources",
  setup(build) {
    build.onLoad({ filter: RESOURCE_FILE }, async ({ path }) => {
      const file = RESOURCE_FILE.exec(path)?.[1]?.replaceAll("\\", "/") ?? "";
      // A namespace's index only gathers its members, and without it the used ones could not be reached.
      if (USED_FILES.has(file) || file.endsWith("/index.js")) return undefined;
      const names = [...(await readFile(path, "utf8")).matchAll(/^export class (\w+)/gm)].map(
        ([, name]) => name,
      );
      return { contents: names.map((name) => `export class ${name} {}`).join("\n"), loader: "js" };
    });
  },
};
