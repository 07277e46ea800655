import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS, type ReferenceOperation } from "../../../infra/pages/reference/contract.ts";
import { samplesOf } from "../../../infra/pages/reference/samples.ts";
import { createPaymentsClient } from "../../../shared/client/client.ts";
import { useService } from "../../support/use-service.ts";

/** The reference's samples, run as they are printed: by curl and by Python, against the local stack. A judge runs Go and Java.
 * PHP, Ruby and C# are only compared with them. */
const service = useService({ muted: true });
const run = promisify(execFile);

const ROOT = join(import.meta.dirname, "../../..");

const MERCHANT_ENDPOINTS = ENDPOINTS.filter(({ isForMerchants }) => isForMerchants);

const EXAMPLE_PAYMENT = "svcpay_5f2b8c1de0a94b7391c6f3a2d7e8b9c0";

/** Examples name what only their author has: a payment, another's event, a day without a statement. */
const UNKNOWN_HERE = [
  "cus_QExample",
  "pm_1QExample",
  "evt_1QExample",
  "rcv_0f8f",
  "att_re_1QExample",
  "ses_Example",
  "/v1/statements/2026-07-01",
  "tml_FExample",
  "po_1QExample",
  "tmr_FExample",
  "pmd_1QExample",
  "ep_5f2b8c1de0a94b73",
  // Two endpoints cannot have the same URL, and the sample runs more than once.
  "https://shop.example.com/callbacks",
];

type Ran = { status: number; text: string };

async function withThisPayment(sample: string, { id }: ReferenceOperation): Promise<string> {
  if (!sample.includes(EXAMPLE_PAYMENT)) return sample;
  const isHold = id === "capturePayment" || id === "cancelPayment";
  const payment = isHold ? await service.authorized(4999) : await service.paid(4999);
  return sample.replaceAll(EXAMPLE_PAYMENT, payment);
}

const environment = () => ({
  ...process.env,
  BASE_URL: service.stack.baseUrl,
  API_KEY: service.stack.demo.apiKey,
});

async function runCurl(sample: string): Promise<Ran> {
  const command = sample.replace(/^curl /, `curl -s -w '\\n%{http_code}' `);
  const { stdout } = await run("sh", ["-c", command], { env: environment() });
  const [, text = "", status = ""] = /^([\s\S]*)\n(\d+)$/.exec(stdout) ?? [];
  return { status: Number(status), text };
}

/**
 * Runs each line that it reads, a sample as JSON, with no name but those that the sample imports itself. An answer from
 * 400 up is an exception of urllib's, which knows the status.
 */
const PYTHON = `
import contextlib, io, json, sys
for line in sys.stdin:
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            exec(json.loads(line), {"__name__": "__main__"})
        ran = {"status": 200, "text": said.getvalue()}
    except Exception as error:
        ran = {"status": error.code if type(error).__name__ == "HTTPError" else 0, "text": repr(error)}
    for name in [name for name in sys.modules if name.split(".")[0] == "urllib"]:
        del sys.modules[name]
    print(json.dumps(ran), flush=True)
`;

/** One for all samples: it takes much longer to start than to run one. */
let python: ChildProcessByStdio<Writable, Readable, null>;
let answers: AsyncIterator<string>;
beforeAll(() => {
  python = spawn("python3", ["-c", PYTHON], { env: environment(), stdio: ["pipe", "pipe", "inherit"] });
  answers = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
});
afterAll(() => python.kill());

async function runPython(sample: string): Promise<Ran> {
  python.stdin.write(`${JSON.stringify(sample)}\n`);
  return JSON.parse((await answers.next()).value ?? '{"status":0,"text":"Python has ended."}');
}

/** What the sample asks for is done, or what it names is not here; a request that is not understood is neither. */
function expectUnderstood({ status, text }: Ran, sample: string): void {
  const mayBeUnknown = UNKNOWN_HERE.some((name) => sample.includes(name));
  // The demo merchant has an account and a session's worth of things already: a conflict is an answer too.
  const expected = [200, 201, 202, 409, ...(mayBeUnknown ? [404, 400, 422] : [])];
  expect(expected, `${sample}\n${text}`).toContain(status);
}

it("is typed as the client is: every sample in TypeScript compiles", async () => {
  const folder = join(ROOT, "node_modules/.cache/samples");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const operation of MERCHANT_ENDPOINTS)
    writeFileSync(join(folder, `${operation.id}.ts`), samplesOf(operation).TypeScript);
  const compilerOptions = { paths: { "payments-service-client": ["../../../shared/client/client.ts"] } };
  const lib = { lib: ["es2024", "dom", "dom.iterable"], typeRoots: ["../../@types"] };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: "../../../tsconfig.json",
      compilerOptions: { ...compilerOptions, ...lib },
      include: ["*.ts"],
      exclude: [],
    }),
  );
  const compiled = await run("tsc", ["--noEmit", "-p", folder]).catch((error: { stdout: string }) => error);
  expect(compiled.stdout).toBe("");
});

describe.each(MERCHANT_ENDPOINTS.map((operation) => [operation.id, operation] as const))(
  "%s",
  (_, operation) => {
    it("is understood as curl sends it", async () => {
      const sample = await withThisPayment(samplesOf(operation).curl, operation);
      expectUnderstood(await runCurl(sample), sample);
    });

    it("is understood as Python sends it", async () => {
      const sample = await withThisPayment(samplesOf(operation).Python, operation);
      expectUnderstood(await runPython(sample), sample);
    });

    it("calls a method that the client has", () => {
      const client = createPaymentsClient({ baseUrl: "https://api.example.com", apiKey: "svc_x" });
      const method = /client\.(\w+)\(/.exec(samplesOf(operation).TypeScript)?.[1] ?? "";
      expect(Object.keys(client)).toContain(method);
    });

    it("sends the same in every language", () => {
      const { curl, TypeScript: _, ...others } = samplesOf(operation);
      const path = operation.path.split("{")[0] ?? "";
      for (const sample of [curl, ...Object.values(others)]) {
        expect(sample).toContain(path);
        expect(sample.includes("Idempotency-Key")).toBe(curl.includes("Idempotency-Key"));
        expect(sample).not.toMatch(/undefined|\[object|svc_live/);
      }
    });
  },
);
