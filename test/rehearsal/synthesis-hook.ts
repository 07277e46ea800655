import { registerHooks } from "node:module";

/*
 * Loaded before the program that synthesizes. The functions' code is what lies in the folder BUNDLES: bundling it takes
 * as long as everything else, and was done for this run of tests. With RESTORED_TABLE the environment dev has the
 * restored table of that name, and with PLATFORM_EVENTS the platform's own queue, as if that were written into
 * infra/aws/environments.ts, where the guides want it.
 */
const HERE = '    name: "dev",\n';

const { RESTORED_TABLE: table, PLATFORM_EVENTS: platformEvents } = process.env;
const written = [
  ...(table ? [`table: ${JSON.stringify(table)}`] : []),
  ...(platformEvents ? ["platformEvents: true"] : []),
];

const withSettings = (source: string): string => {
  if (!source.includes(HERE)) throw new Error("environments.ts has no dev where it is looked for.");
  return source.replace(HERE, `${HERE}    ${written.join(", ")},\n`);
};

const FROM_BEFORE = `
  export const bundleFunctions = async (functions) =>
    new Map(functions.map(({ name }) => [name, { directory: process.env.BUNDLES + "/" + name, bytes: 0, packages: [] }]));
`;

registerHooks({
  load(url, context, next) {
    if (url.endsWith("/infra/aws/bundle/bundle-functions.ts"))
      return { format: "module", source: FROM_BEFORE, shortCircuit: true };
    const loaded = next(url, context);
    if (written.length === 0 || !url.endsWith("/infra/aws/environments.ts")) return loaded;
    return { ...loaded, source: withSettings(String(loaded.source)) };
  },
});
