import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { ENDPOINTS, endpoint, FUNCTIONS, ROUTES } from "../../../infra/topology.ts";
import routes from "../../../shared/contract/generated/routes.json" with { type: "json" };
import { openapiDocument } from "../../../shared/contract/openapi/document.ts";
import { COMMON_FAILURES, type Operation } from "../../../shared/contract/operation.ts";

/** A new endpoint costs four edits: its operation, its function, its flow or view, and its row of the topology. */
const ROOT = join(import.meta.dirname, "../../..");
const files = (pattern: string) => globSync(pattern, { cwd: ROOT }).map((file) => file.replaceAll("\\", "/"));
const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** What each file imports from the contract. */
const IMPORTS = files("{shared,functions,infra}/**/*.ts").map((file) => ({
  file,
  names: (textOf(file).match(/^import[^;]*from "[^"]*\/contract\//gm) ?? []).join("\n"),
}));

type Declared = { identifier: string; file: string; operation: Operation };

const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "method" in value && "answers" in value;

const declared: Declared[] = (
  await Promise.all(
    files("shared/contract/*.ts").map(async (file) => {
      const exported = Object.entries((await import(join(ROOT, file))) as Record<string, unknown>);
      return exported.flatMap(([identifier, operation]) =>
        isOperation(operation) ? [{ identifier, file, operation }] : [],
      );
    }),
  )
).flat();

const rowsOf = (operation: Operation) =>
  FUNCTIONS.filter(({ operations = [] }) => operations.includes(operation));

describe.each(declared)("$identifier", ({ identifier, file, operation }) => {
  it("has one row, from which its route and its file follow", () => {
    expect(rowsOf(operation)).toHaveLength(1);
    const [row] = rowsOf(operation);
    const { method, path } = operation;
    expect(row?.routes).toContainEqual({ method, path });
    expect(existsSync(join(ROOT, row?.entry ?? ""))).toBe(true);
  });

  it("is named by nothing but its contract, its function, its flow and its row", () => {
    const naming = IMPORTS.filter(({ names }) => new RegExp(`\\b${identifier}\\b`).test(names)).map(
      (importing) => importing.file,
    );
    const own = rowsOf(operation)[0]?.entry ?? "";
    // The console's page names the answers that it shows.
    const mayName = /^shared\/(flows|views|lambda)\/|^infra\/pages\/console\/api\/types\.ts$/;
    const others = naming.filter((other) => other !== own && !mayName.test(other));
    expect(others).toEqual([]);
    expect(textOf("infra/topology.ts").split(new RegExp(`\\.${identifier}\\b`))).toHaveLength(2);
    expect(file).toMatch(/^shared\/contract\//);
  });
});

it("has no operation but those that the contract declares", () => {
  expect(new Set(ENDPOINTS)).toEqual(new Set(declared.map(({ operation }) => operation)));
});

it("has no function file without a row", () => {
  const entries = FUNCTIONS.map(({ entry }) => entry);
  expect(files("functions/{*,*/*}.ts").filter((file) => !entries.includes(file))).toEqual([]);
});

it("generates the list of routes that tells a wrong method from a wrong path", () => {
  expect(routes, "The committed routes are stale: run `npm run openapi`.").toEqual(ROUTES);
});

describe("an endpoint that does not exist yet", () => {
  const operation = {
    name: "list-payouts",
    method: "GET",
    path: "/v1/payouts",
    scope: "finance:read",
    tag: { name: "Bank payouts", description: "What went to the bank." },
    summary: "List payouts",
    description: "What the merchant was paid.",
    answers: { 200: { description: "Payouts.", schema: z.array(z.string()), example: [] } },
    failures: COMMON_FAILURES,
  } as const satisfies Operation;

  it("would get its file and route from its row", () => {
    expect(endpoint(operation)).toMatchObject({
      name: "list-payouts",
      entry: "functions/bank-payouts/list-payouts.ts",
      routes: [{ method: "GET", path: "/v1/payouts" }],
    });
  });

  it("would get its place in the document from the same row", () => {
    const { paths, tags } = openapiDocument([...ENDPOINTS, operation]);
    expect(paths["/v1/payouts"]?.get).toMatchObject({ operationId: "listPayouts", tags: ["Bank payouts"] });
    expect(tags).toContainEqual(operation.tag);
  });
});
