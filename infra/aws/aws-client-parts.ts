import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * What the ledger's operations (get, batch get, query, conditional put and update) can be answered. An error that is
 * not listed would still arrive, under its own name, as the client's general exception.
 */
export const LEDGER_ERRORS: readonly string[] = [
  "ConditionalCheckFailedException",
  "InternalServerError",
  "InvalidEndpointException",
  "ItemCollectionSizeLimitExceededException",
  "ProvisionedThroughputExceededException",
  "ReplicatedWriteConflictException",
  "RequestLimitExceeded",
  "ResourceNotFoundException",
  "ThrottlingException",
  "TransactionConflictException",
];

const DYNAMODB = /[\\/]client-dynamodb[\\/]/;
const SCHEMAS = /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/;
const MANIFEST = /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/;

/** Lets the bundler see which parts of an AWS client are not used; between them 12 KB of the DynamoDB client. */
export const onlyUsedPartsOfAwsClients: Plugin = {
  name: "only-used-parts-of-aws-clients",
  setup(build) {
    build.onLoad({ filter: SCHEMAS }, async ({ path }) => {
      const source = spellOutKeys(await readFile(path, "utf8"));
      return { contents: DYNAMODB.test(path) ? registerOnly(LEDGER_ERRORS, source) : source };
    });
    // Imported for the version in the User-Agent header; scripts and dependencies would come along.
    build.onLoad({ filter: MANIFEST }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, "utf8")) as { version: string };
      return { contents: JSON.stringify({ version }), loader: "json" };
    });
  },
};

/**
 * `{ [_e]: _c }` becomes `{ "error": _c }`. The same, but a computed key could have an effect for all that a bundler
 * knows, so it keeps every schema that has one.
 */
function spellOutKeys(source: string): string {
  const texts = new Map(
    [...source.matchAll(/^const (\w+) = ("[^"]*");$/gm)].map(([, name, text]) => [name, text]),
  );
  return source.replaceAll(/\[(\w+)\]:/g, (key, name: string) =>
    texts.has(name) ? `${texts.get(name)}:` : key,
  );
}

/** Registering an error is an effect, too, and keeps its class and its schema. */
const registerOnly = (errors: readonly string[], source: string): string =>
  source.replaceAll(/^n0_registry\.registerError\(\w+\$, (\w+)\);$/gm, (line, name: string) =>
    errors.includes(name) ? line : "",
  );
