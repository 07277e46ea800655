import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { createPaymentsClient } from "../../../shared/client/client.ts";
import { PROBLEM_CODES } from "../../../shared/client/generated/problem-codes.ts";
import {
  contractTypes,
  endpointTable,
  eventTypes,
  namedTypes,
  problemCodes,
} from "../../../shared/client/write-types.ts";
import contract from "../../../shared/contract/generated/openapi.json" with { type: "json" };
import { FAILURES, type FailureCode } from "../../../shared/domain/failure.ts";

const folder = new URL("../../../shared/client/", import.meta.url);
const committed = (name: string) => readFileSync(new URL(`generated/${name}`, folder), "utf8");
const STALE = "The client's types are stale: run `npm run openapi`.";

describe("the client", () => {
  it("has the contract's types", async () => {
    expect((await contractTypes()) === committed("contract.ts"), STALE).toBe(true);
    expect(namedTypes() === committed("schemas.ts"), STALE).toBe(true);
    expect(problemCodes() === committed("problem-codes.ts"), STALE).toBe(true);
    expect(eventTypes() === committed("event-types.ts"), STALE).toBe(true);
    expect(endpointTable() === committed("endpoints.ts"), STALE).toBe(true);
  });

  it("has a method for every operation that takes an API key", () => {
    const entries = Object.values(contract.paths).flatMap((byMethod) => Object.values(byMethod));
    const names = (entries as { operationId: string; security?: object[] }[])
      .filter(({ security }) => security?.length !== 0)
      .map(({ operationId }) => operationId);
    const client = createPaymentsClient({ baseUrl: "https://api.example", apiKey: "k" });
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !(name in client))).toEqual([]);
  });

  it("knows every problem that the service answers to a merchant", () => {
    // Only the processor hears of a bad signature.
    const codes = (Object.keys(FAILURES) as FailureCode[]).filter((code) => code !== "invalid_signature");
    expect([...PROBLEM_CODES].sort()).toEqual(codes.sort());
  });
});

/** As a bundler for an edge runtime sees it: no module of Node's, its dependency included. */
async function bundled(): Promise<string> {
  const entries = ["client", "callbacks", "testing"].map((name) => `export * from "./${name}.ts";`);
  const { outputFiles } = await build({
    stdin: { contents: entries.join("\n"), resolveDir: fileURLToPath(folder) },
    bundle: true,
    minify: true,
    write: false,
    platform: "browser",
    format: "esm",
  });
  return outputFiles[0]?.text ?? "";
}

it("is at most 15 KB with its dependency, callbacks and test callbacks, and needs no Node", async () => {
  const code = await bundled();
  expect(gzipSync(code).length).toBeLessThanOrEqual(15_000);
  expect(code).toContain("Idempotency-Key");
  expect(code).not.toMatch(/\bimport\s*[{"']|\brequire\(|\bBuffer\b/);
});
