import { readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  cleanUp,
  type Ending,
  runToEnd,
  SpawnedStack,
  temporaryFolder,
} from "../../support/spawned-stack.ts";
import { spawnOperator } from "../operator/operator-process.ts";

afterEach(cleanUp);

/** One line that a person understands; no stack trace, no warning beside it. */
function expectOneLine({ code, stderr }: Ending, says: RegExp): void {
  expect(stderr).toMatch(says);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
}

const pretendToBe = (version: string) =>
  `--import=data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`,
  )}`;

describe("it does not start, and says so in one clear line and exit 1:", () => {
  it("a busy port", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const PORT = String((other.address() as AddressInfo).port);
    const ending = await runToEnd(temporaryFolder(), { env: { PORT } }).finally(() => other.close());
    expectOneLine(ending, new RegExp(`^Port ${PORT} is in use`));
  });

  it.each(["abc", "-1", "65536", " "])("PORT=%j", async (PORT) => {
    expectOneLine(await runToEnd(temporaryFolder(), { env: { PORT } }), /^PORT must be a number/);
  });

  it("a folder that cannot be one", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    expectOneLine(await runToEnd(join(file, "state")), /^The folder .* cannot be written to/);
    expectOneLine(await runToEnd(file), /^The folder .* cannot be written to/);
  });

  it("STATE_DIR that is set to nothing, which would be the folder that one stands in", async () => {
    expectOneLine(await runToEnd(""), /^STATE_DIR must be a folder, not ""/);
  });

  it("a secret of its own that somebody has emptied", async () => {
    const stateDir = temporaryFolder();
    writeFileSync(join(stateDir, "format.json"), "2");
    writeFileSync(join(stateDir, "secrets.json"), '{"processorSecretKey":"sk_test_1","callbackKey":""}');
    const lacks = /secrets\.json lacks publishableKey, webhookSecret, callbackKey\./;
    expectOneLine(await runToEnd(stateDir), lacks);
  });

  it("a folder with data in another format", async () => {
    const stateDir = temporaryFolder();
    writeFileSync(join(stateDir, "secrets.json"), "{}");
    expectOneLine(await runToEnd(stateDir), /has data of another release\. Set STATE_DIR to another folder/);
  });

  it("a folder whose demo merchant was erased", async () => {
    const stateDir = temporaryFolder();
    const stack = await SpawnedStack.start(stateDir);
    const erase = ["merchants", "erase", stack.demo.merchantId, "--settle", "0", "--yes"];
    expect(await spawnOperator(erase, { STATE_DIR: stateDir }).ended).toMatchObject({ code: 0 });
    await stack.stop("SIGTERM");
    expectOneLine(await runToEnd(stateDir), /demo merchant was erased\. Set STATE_DIR to another folder\./);
  });

  it.each(["20.19.0", "22.12.0", "23.11.1"])("Node %s", async (version) => {
    const stateDir = temporaryFolder();
    const ending = await runToEnd(stateDir, { nodeArguments: [pretendToBe(version)] });
    expectOneLine(ending, new RegExp(`^Node 24 is required, this is ${version}`));
    expect(readdirSync(stateDir)).toEqual([]);
  });

  it("a folder in which another stack runs, which goes on undisturbed", async () => {
    const stateDir = temporaryFolder();
    const first = await SpawnedStack.start(stateDir);
    const created = await first.api.create({ amountCents: 4999 }, "undisturbed");
    expectOneLine(await runToEnd(stateDir), /^The folder .* is in use by another running stack/);
    await first.confirm(created);
    const { svcPaymentId } = created.json;
    await expect.poll(async () => (await first.api.get(svcPaymentId)).json.status).toBe("succeeded");
  });
});
