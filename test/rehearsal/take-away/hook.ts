import { registerHooks } from "node:module";

/*
 * Loaded before anything else (--import) by the programs that make roles, or enforce them: from here on the data of
 * which roles are made lacks the grants that the environment names. The files themselves stay as they are.
 */
const taken = new Set<string>(JSON.parse(process.env.TAKEN_AWAY ?? "[]"));

type Row = { name: string; secrets: string[]; sends?: string[] };

const withoutLines = (source: string): string => {
  const access = JSON.parse(source) as Record<string, string[]>;
  const left = Object.entries(access).map(([name, lines]) => [
    name,
    lines.filter((line) => !taken.has(`${name} ${line}`)),
  ]);
  return JSON.stringify(Object.fromEntries(left));
};

Object.assign(globalThis, {
  takeAwayFrom: (rows: Row[]) => {
    for (const row of rows) {
      row.secrets = row.secrets.filter((secret) => !taken.has(`${row.name} GetSecretValue ${secret}`));
      if (row.sends) row.sends = row.sends.filter((queue) => !taken.has(`${row.name} SendMessage ${queue}`));
    }
  },
});

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url.endsWith("/infra/ledger-access.json"))
      return { ...loaded, source: withoutLines(String(loaded.source)) };
    if (url.endsWith("/infra/topology.ts"))
      return { ...loaded, source: `${loaded.source}\nglobalThis.takeAwayFrom(FUNCTIONS);` };
    return loaded;
  },
});
