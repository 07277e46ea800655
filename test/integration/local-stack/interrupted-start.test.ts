import { afterEach, expect, it } from "vitest";
import { cleanUp, runToEnd, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";

afterEach(cleanUp);

/** Dies at the last moment before demo.json is in place: the ledger already knows what the file does not. */
const DIES_BEFORE_DEMO_JSON = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const rename = fs.renameSync;
  fs.renameSync = (from, to) => {
    if (String(to).endsWith("demo.json")) process.kill(process.pid, "SIGKILL");
    return rename(from, to);
  };
  syncBuiltinESMExports();
`)}`;

it.each([
  ["the first start", false],
  ["a later start", true],
])(
  "when %s is killed before demo.json is written, callbacks still arrive after the next",
  async (_, startedBefore) => {
    const stateDir = temporaryFolder();
    if (startedBefore) await (await SpawnedStack.start(stateDir)).stop("SIGTERM");
    await runToEnd(stateDir, { nodeArguments: [DIES_BEFORE_DEMO_JSON] });
    const stack = await SpawnedStack.start(stateDir);
    expect(stack.demo.callbackUrl).toBe(`${stack.demo.baseUrl}/demo/callbacks`);
    await stack.confirm(await stack.api.create({ amountCents: 4999 }, "after"));
    const told = async () => (await stack.callbacks()).map(({ type }) => type);
    await expect.poll(told, { timeout: 10_000 }).toContain("payment_intent.succeeded");
  },
);
