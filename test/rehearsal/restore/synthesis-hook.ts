import { registerHooks } from "node:module";

/*
 * Loaded before the program that synthesises: the environment dev has the restored table that the variable names, as if
 * it were written into infra/aws/environments.ts, where the runbook wants it.
 */
const HERE = '    name: "dev",\n';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith("/infra/aws/environments.ts")) return loaded;
    const source = String(loaded.source);
    if (!source.includes(HERE)) throw new Error("environments.ts has no dev where it is looked for.");
    const table = JSON.stringify(process.env.RESTORED_TABLE);
    return { ...loaded, source: source.replace(HERE, `${HERE}    table: ${table},\n`) };
  },
});
