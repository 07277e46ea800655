import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { childEnvironment } from "../../support/child-environment.ts";
import { installClient } from "../../support/packed-client.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";

// A stranger in an empty folder, with the client's tarball, the page and a running service.
const ROOT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

const COMPILER = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
  module: "nodenext",
  resolveJsonModule: true,
  typeRoots: [join(ROOT, "node_modules/@types")],
  types: ["node"],
};

const [FIRST_PAYMENT = "", RECEIVE = ""] = [
  ...readFileSync(join(ROOT, "shared/client/README.md"), "utf8").matchAll(/```ts\n(.*?)```/gs),
].map(([, code = ""]) => code);

const USE_RECEIVE = `
  import { createTestCallback } from "payments-service-client/testing";
  const secret = "whsec_${Buffer.alloc(32, 1).toString("base64")}";
  for (const [type, other] of [["payment_intent.succeeded", ""], ["of.the.future", ""], ["charge.refunded", "x"]]) {
    const { rawBody, headers } = await createTestCallback(type ?? "", secret + other, { paymentId: "svcpay_1" });
    const request = new Request("https://shop.example", { method: "POST", headers, body: rawBody });
    console.log((await receive(request, secret)).status);
  }`;

/** What the stranger writes. */
const PROGRAMS = {
  "first-payment.ts": FIRST_PAYMENT,
  "order.ts": readFileSync(join(import.meta.dirname, "strangers-order.ts"), "utf8"),
  "receive.ts": RECEIVE + USE_RECEIVE,
};

let folder: string;
let stack: SpawnedStack;

beforeAll(async () => {
  folder = temporaryFolder();
  const stateDir = join(folder, ".local");
  mkdirSync(stateDir);
  stack = await SpawnedStack.start(stateDir);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  await installClient(folder);
  await compilePrograms();
});
afterAll(cleanUp);

/** In strict mode, declarations of the client included. */
async function compilePrograms(): Promise<void> {
  for (const [name, code] of Object.entries(PROGRAMS)) writeFileSync(join(folder, name), code);
  const project = { compilerOptions: COMPILER, files: Object.keys(PROGRAMS) };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
  await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc")], { cwd: folder }).catch(
    ({ stdout }: { stdout: string }) => expect.fail(stdout),
  );
}

const ranFrom = async (name: keyof typeof PROGRAMS, node = process.execPath): Promise<string> =>
  (await run(node, [name.replace(/ts$/, "js")], { cwd: folder })).stdout;

/** The oldest Node that the client names, where this machine has it: nothing else here is run by another than ours. */
const NODE_20 = (process.env.PATH ?? "")
  .split(delimiter)
  .map((place) => join(place, "node"))
  .find((node) => spawnSync(node, ["--version"], { encoding: "utf8" }).stdout?.startsWith("v20."));

/** Of the project itself, in a shell, where .local is: as it is copied from the page. */
const page = readFileSync(join(ROOT, "README.md"), "utf8");
const block = /## A first payment.*?```sh\n(.*?)```/s.exec(page)?.[1] ?? "";
// The client's README has an order of this name as well.
const lines = block.replaceAll("order-1", "order-by-curl");
const answersOf = async () => {
  const { stdout } = await run("bash", ["-c", lines], { cwd: folder, env: childEnvironment() });
  const answers = stdout.split("\n").filter((line) => /^[[{]/.test(line));
  return { stdout, answers };
};

it("the README's curl lines make a payment, pay it, and give some of it back; a second run charges nothing again", async () => {
  const { stdout, answers } = await answersOf();
  const [created = "{}", known = "{}", , refunded = "{}"] = answers;
  const { svcPaymentId } = JSON.parse(created);
  expect(JSON.parse(created)).toMatchObject({ amountCents: 4999, status: "requires_payment_method" });
  expect(stdout).toContain('"status": "succeeded"');
  expect(JSON.parse(known)).toMatchObject({ svcPaymentId, amountCents: 4999 });
  expect(JSON.parse(refunded)).toMatchObject({ svcPaymentId, status: "partially_refunded" });
  const isTold = async () =>
    (await stack.callbacks()).some(
      ({ type, body }) => type === "payment_intent.succeeded" && JSON.stringify(body).includes(svcPaymentId),
    );
  await expect.poll(isTold).toBe(true);
  expect((await answersOf()).answers[0]).toBe(created);
  const orders = await stack.api.call("GET", "/v1/payments?orderRef=order-by-curl");
  expect(orders.json).toMatchObject([{ svcPaymentId, amountCents: 4999, refundedCents: 1000 }]);
});

it("makes the README's first payment, in 15 lines", async () => {
  expect(FIRST_PAYMENT.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(15);
  expect(await ranFrom("first-payment.ts")).toBe("refunded\n");
});

it("has a paid, captured, refunded and callback-verified order", async () => {
  expect(JSON.parse(await ranFrom("order.ts", NODE_20))).toEqual({
    capturable: 4999,
    received: 3000,
    aboutThePayment: true,
    orders: [{ status: "partially_refunded", amountCents: 3000, refundedCents: 1000 }],
    tooMuch: "refund_exceeds_charge",
  });
});

it("receives callbacks with the README's lines", async () => {
  expect(await ranFrom("receive.ts")).toBe("svcpay_1 4999\n204\n204\n400\n");
});
