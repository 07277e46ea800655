import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toVersion30 } from "../../shared/contract/openapi/version-3-0.ts";
import { buildGo, CACHE, goVersion, npmPrograms, npmVersion, ROOT, run } from "./toolchain.ts";
import type { Finding, Judge } from "./verdict.ts";

const FOLDER = "openapi-linters";

/** Both documents, read by the two linters that integrators run, with every rule that they have. */
export const openapiLinters: Judge = {
  title: "vacuum and Spectral read our OpenAPI documents, with all their rules",
  needs: ["go", "npm"],
  planted: [
    { mistake: "two operations with one id", finding: /^Spectral, 3\.1: operation-operationId-unique/ },
    { mistake: "an example that is not of its schema", finding: /^Spectral, 3\.0: oas3-valid-.*-example/ },
    { mistake: "a path without its parameter", finding: /^vacuum, 3\.1: path-params/ },
    { mistake: "a pattern that Go cannot read", finding: /^vacuum, 3\.0: oas3-schema/ },
  ],
  async judge({ planted }) {
    const folder = join(CACHE, FOLDER);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const made = JSON.parse(readFileSync(join(ROOT, "shared/contract/generated/openapi.json"), "utf8"));
    if (planted) plant(made);
    const findings: Finding[] = [];
    for (const [version, document] of Object.entries({ "3.1": made, "3.0": toVersion30(made) })) {
      const file = join(folder, `openapi-${version}.json`);
      writeFileSync(file, JSON.stringify(document));
      findings.push(
        ...(await askSpectral(folder, file)).map((rule) => foundBy(`Spectral, ${version}`, rule)),
        ...(await askVacuum(folder, file)).map((rule) => foundBy(`vacuum, ${version}`, rule)),
      );
    }
    return {
      tools: [
        `vacuum ${goVersion(FOLDER, "github.com/daveshanley/vacuum")}`,
        `Spectral ${npmVersion(FOLDER, "@stoplight/spectral-cli")}`,
      ],
      judged: "operations of the documents 3.1 and 3.0",
      count: 2 * Object.values(made.paths as Record<string, object>).flatMap(Object.keys).length,
      findings,
    };
  },
};

/** In the form of Spectral's report, which vacuum writes too. */
type Result = { code: string; message: string; path: (string | number)[] };

const foundBy = (tool: string, { code, message, path }: Result): Finding => ({
  what: `${tool}: ${code}`,
  detail: `${path.join("/")}: ${message}`,
});

type Operation = Record<string, unknown>;

function plant({ paths }: { paths: Record<string, Record<string, Operation>> }): void {
  const { get } = paths["/v1/payments/{id}"] ?? {};
  const { post } = paths["/v1/payments/intents"] ?? {};
  const preview = paths["/v1/fee-preview"]?.get;
  if (!get || !post || !preview) throw new Error("The operations to plant mistakes in are gone.");
  post.operationId = get.operationId;
  get.parameters = [];
  const content = (preview.responses as Record<string, { content: Record<string, Operation> }>)["200"]
    ?.content;
  if (content?.["application/json"]) content["application/json"].example = { applicationFeeCents: "a lot" };
  const currency = (preview.parameters as { name?: string; schema: Operation }[]).find(
    ({ name }) => name === "currency",
  );
  if (currency) currency.schema = { type: "string", pattern: "^(?=.*[a-z])..." };
}

async function askSpectral(folder: string, file: string): Promise<Result[]> {
  const rules = join(folder, "spectral.json");
  writeFileSync(rules, JSON.stringify({ extends: [["spectral:oas", "all"]] }));
  const report = join(folder, "spectral-report.json");
  const { stderr, status } = await run(join(await npmPrograms(FOLDER), "spectral"), [
    ...["lint", "--quiet", "--format", "json", "--ruleset", rules, "--output", report, file],
  ]);
  if (status !== 0 && status !== 1)
    throw new Error(`Spectral did not come to its end: ${stderr.slice(-500)}`);
  return JSON.parse(readFileSync(report, "utf8"));
}

/** A rule that runs out of time on a busy machine finds nothing. */
const PATIENCE = ["--timeout", "300", "--lookup-timeout", "60000"];

async function askVacuum(folder: string, file: string): Promise<Result[]> {
  const program = await buildGo(FOLDER, "github.com/daveshanley/vacuum");
  const report = join(folder, "vacuum-report.json");
  const { stderr, status } = await run(program, ["spectral-report", "--no-style", ...PATIENCE, file, report]);
  if (status !== 0) throw new Error(`vacuum did not come to its end: ${stderr.slice(-500)}`);
  return JSON.parse(readFileSync(report, "utf8"));
}
