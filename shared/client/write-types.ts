import { readFileSync, writeFileSync } from "node:fs";
import openapiTypescript, { astToString } from "openapi-typescript";

// `npm run types`: what the client knows of the contract, written from the committed document. Not in the package.

const documentUrl = new URL("../contract/generated/openapi.json", import.meta.url);
const GENERATED = "// Generated from the contract by `npm run types`; a test keeps it fresh.\n";

export const contractTypes = async (): Promise<string> =>
  GENERATED + astToString(await openapiTypescript(documentUrl, { silent: true }));

/** The last parts of all problem types, from the patterns of the document's answers. */
export function problemCodes(): string {
  const text = readFileSync(documentUrl, "utf8");
  const slugs = [...text.matchAll(/\/problems\/\(([a-z|-]+)\)\$/g)].flatMap(([, list = ""]) =>
    list.split("|"),
  );
  const lines = [...new Set(slugs)].sort().map((slug) => `  "${slug}",\n`);
  return `${GENERATED}export const PROBLEM_CODES = [\n${lines.join("")}] as const;\n`;
}

if (import.meta.main) {
  writeFileSync(new URL("generated/contract.ts", import.meta.url), await contractTypes());
  writeFileSync(new URL("generated/problem-codes.ts", import.meta.url), problemCodes());
}
