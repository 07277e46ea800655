import { execFile, spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { installClient } from "../../support/packed-client.ts";
import { cleanUp, temporaryFolder } from "../../support/spawned-stack.ts";

// The client's tarball in five empty projects, one for each way in which a program finds a package and its types.

const ROOT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** TypeScript 7 has no `node10` any more, this one has all. */
const COMPILER = join(ROOT, "shared/client/node_modules/typescript/bin/tsc");

const BODY = `
const client = createPaymentsClient({ baseUrl: "http://127.0.0.1:9", apiKey: "svc_test_x", attempts: 1 });
const secret = "whsec_" + btoa("a secret of thirty-two bytes long");
async function main() {
  const { rawBody, headers } = await createTestCallback("payment.succeeded", secret, { payload: "service" });
  const callback = await verifyCallback(rawBody, headers, secret);
  const error = await client.getPayment("svcpay_1").catch((caught) => caught);
  const forged = await verifyCallback(rawBody, headers, "whsec_other").catch((caught) => caught);
  console.log(callback.type, error.code, error instanceof PaymentsError, forged instanceof PaymentsError);
}
main();
`;

const IMPORTED = `
import { createPaymentsClient, PaymentsError } from "payments-service-client";
import { verifyCallback } from "payments-service-client/callbacks";
import { createTestCallback } from "payments-service-client/testing";
${BODY}`;

const REQUIRED = `
const { createPaymentsClient, PaymentsError } = require("payments-service-client");
const { verifyCallback } = require("payments-service-client/callbacks");
const { createTestCallback } = require("payments-service-client/testing");
${BODY}`;

const TYPED = `
import type { Payment, Refund, ServiceEvent } from "payments-service-client";
import type { Callback } from "payments-service-client/callbacks";
${IMPORTED}
export const left = (payment: Payment, refunds: Refund[]): number =>
  refunds.reduce((sum, refund) => sum - refund.amountCents, payment.amountCents);
export const amountOf = (event: ServiceEvent): number | undefined =>
  event.type === "payment.succeeded" ? event.payment.amountCents : undefined;
export const idOf = ({ eventId }: Callback): string => eventId;
// @ts-expect-error: the types are those of the contract, not any.
export const wrong = (payment: Payment): number => payment.amount;
`;

const STRICT = {
  strict: true,
  skipLibCheck: false,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
};
const typed = (module: string, moduleResolution: string) =>
  JSON.stringify({ compilerOptions: { ...STRICT, types: [], module, moduleResolution }, files: ["main.ts"] });

const OLD = { "main.ts": TYPED, "tsconfig.json": typed("commonjs", "node10") };
const NODE16 = { "main.ts": TYPED, "tsconfig.json": typed("node16", "node16") };
const BUNDLER = { "main.ts": TYPED, "tsconfig.json": typed("es2022", "bundler") };

/** Each with what it has beside its package.json, and with that file's `type`. */
const PROJECTS: Record<string, { type: "module" | "commonjs"; files: Record<string, string> }> = {
  "of modules": { type: "module", files: { "main.js": IMPORTED } },
  "of CommonJS": { type: "commonjs", files: { "main.js": REQUIRED } },
  "in TypeScript with node16": { type: "module", files: NODE16 },
  "in TypeScript for a bundler": { type: "module", files: BUNDLER },
  "in TypeScript with node10": { type: "commonjs", files: OLD },
};

/** Every Node from 20 on that this machine has; ours is one. */
const NODES = (process.env.PATH ?? "")
  .split(delimiter)
  .map((place) => join(place, "node"))
  .filter((node) => /^v2\d/.test(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout ?? ""))
  .concat(process.execPath);

afterAll(cleanUp);

it.each(Object.entries(PROJECTS))("works in an empty project %s", async (_, { type, files }) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type, private: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await installClient(folder);
  if (files["tsconfig.json"])
    await run(process.execPath, [COMPILER], { cwd: folder }).catch(({ stdout }: { stdout: string }) =>
      expect.fail(stdout),
    );
  for (const node of new Set(NODES)) {
    const { stdout } = await run(node, ["main.js"], { cwd: folder });
    expect([node, stdout]).toEqual([node, "payment.succeeded no_answer true true\n"]);
  }
});

const UNANSWERED = `
import { createServer } from "node:http";
import { createPaymentsClient } from "payments-service-client";
createServer(() => undefined).listen(0, "127.0.0.1", async function () {
  setInterval(gc, 20);
  const baseUrl = "http://127.0.0.1:" + this.address().port;
  const client = createPaymentsClient({ baseUrl, apiKey: "svc_test_x", attempts: 1, timeoutMs: 500 });
  const late = new Promise((resolve) => setTimeout(resolve, 5_000, { code: "never" }));
  const error = await Promise.race([client.getPayment("svcpay_1").catch((caught) => caught), late]);
  console.log(error.code, error.cause?.name);
  process.exit();
});
`;

it("a call without an answer ends at its timeout, also when garbage is collected meanwhile", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  writeFileSync(join(folder, "main.js"), UNANSWERED);
  await installClient(folder);
  for (const node of new Set(NODES)) {
    const { stdout } = await run(node, ["--expose-gc", "main.js"], { cwd: folder });
    expect([node, stdout]).toEqual([node, "no_answer TimeoutError\n"]);
  }
});

it("the package has what runs, its types, its license and nothing else", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), "{}");
  await installClient(folder);
  const packed = join(folder, "node_modules/payments-service-client");
  const files = globSync("**/*", { cwd: packed, withFileTypes: true }).filter((entry) => entry.isFile());
  const others = files.filter(({ name }) => !/\.(js|d\.ts)$|^package\.json$/.test(name));
  expect(others.map(({ name }) => name).sort()).toEqual(["LICENSE", "README.md"]);
  const { dependencies } = JSON.parse(readFileSync(join(packed, "package.json"), "utf8"));
  expect(Object.keys(dependencies)).toEqual(["openapi-fetch"]);
});
