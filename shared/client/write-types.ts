import { readFileSync, writeFileSync } from "node:fs";
import openapiTypescript, { astToString } from "openapi-typescript";

// `npm run types`: what the client knows of the contract, written from the committed document. Not in the package.

const documentUrl = new URL("../contract/generated/openapi.json", import.meta.url);
const GENERATED = "// Generated from the contract by `npm run types`; a test keeps it fresh.\n";

export const contractTypes = async (): Promise<string> =>
  GENERATED + astToString(await openapiTypescript(documentUrl, { silent: true }));

/** Each schema under its own name, so that a program can say `Payment`. */
export function namedTypes(): string {
  const { components } = JSON.parse(readFileSync(documentUrl, "utf8")) as { components: { schemas: object } };
  const lines = Object.keys(components.schemas).map((name) => `export type ${name} = Schemas["${name}"];\n`);
  const head =
    'import type { components } from "./contract.ts";\n\ntype Schemas = components["schemas"];\n\n';
  return GENERATED + head + lines.join("");
}

export function problemCodes(): string {
  const { components } = JSON.parse(readFileSync(documentUrl, "utf8")) as Responses;
  const codes = Object.values(components.responses).flatMap(({ content }) =>
    Object.keys(content["application/problem+json"]?.examples ?? {}),
  );
  const lines = [...new Set(codes)].sort().map((code) => `  "${code}",\n`);
  return `${GENERATED}export const PROBLEM_CODES = [\n${lines.join("")}] as const;\n`;
}

/** What a callback may be about, in either payload. */
export function eventTypes(): string {
  const { components } = JSON.parse(readFileSync(documentUrl, "utf8"));
  const listOf = (name: string, { discriminator }: { discriminator: { mapping: object } }): string => {
    const lines = Object.keys(discriminator.mapping).map((type) => `  "${type}",\n`);
    return `export const ${name} = [\n${lines.join("")}] as const;\n`;
  };
  const { CallbackEvent, ServiceEvent } = components.schemas;
  return GENERATED + listOf("CALLBACK_TYPES", CallbackEvent) + listOf("SERVICE_TYPES", ServiceEvent);
}

type Responses = {
  components: { responses: Record<string, { content: Record<string, { examples?: object }> }> };
};

type Described = {
  operationId: string;
  summary: string;
  security?: object[];
  parameters: { in?: string; $ref?: string }[];
  requestBody?: { $ref: string };
  responses: Record<string, { headers?: object }>;
};

export function endpointTable(): string {
  const { paths, components } = JSON.parse(readFileSync(documentUrl, "utf8"));
  const takesFields = ({ requestBody: body }: Described): boolean => {
    const { schema } =
      components.requestBodies[body?.$ref.split("/").at(-1) ?? ""]?.content["application/json"] ?? {};
    return Object.keys(schema?.properties ?? {}).length > 0;
  };
  const rows = Object.entries<Record<string, Described>>(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([method, operation]) => {
        const hasQuery = operation.parameters.some((parameter) => parameter.in === "query");
        const content = takesFields(operation) ? '"body"' : hasQuery ? '"query"' : "undefined";
        const isPaged = Object.values(operation.responses).some(({ headers = {} }) => "Link" in headers);
        const isKeyed = operation.parameters.some(({ $ref = "" }) => $ref.endsWith("IdempotencyKey"));
        const row = `{ method: "${method}", path: "${path}", content: ${content}, isPaged: ${isPaged}, isKeyed: ${isKeyed} }`;
        return `  /** ${operation.summary}. */\n  ${operation.operationId}: ${row},\n`;
      }),
  );
  return `${GENERATED}export const ENDPOINTS = {\n${rows.join("")}} as const;\n`;
}

if (import.meta.main) {
  writeFileSync(new URL("generated/endpoints.ts", import.meta.url), endpointTable());
  writeFileSync(new URL("generated/contract.ts", import.meta.url), await contractTypes());
  writeFileSync(new URL("generated/schemas.ts", import.meta.url), namedTypes());
  writeFileSync(new URL("generated/problem-codes.ts", import.meta.url), problemCodes());
  writeFileSync(new URL("generated/event-types.ts", import.meta.url), eventTypes());
}
