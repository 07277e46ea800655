import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { cleanUp, runToEnd, SpawnedStack, temporaryFolder } from "../../support/spawned-stack.ts";

afterAll(cleanUp);

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

const stateDir = temporaryFolder();
let stack: SpawnedStack | undefined;

it.each(["the first start", "a later start"])(
  "when %s is killed before demo.json is written, callbacks still arrive after the next",
  async () => {
    await stack?.stop("SIGTERM");
    await runToEnd(stateDir, { nodeArguments: [DIES_BEFORE_DEMO_JSON] });
    const started = await SpawnedStack.start(stateDir);
    stack = started;
    expect(started.demo.callbackUrl).toBe(`${started.demo.baseUrl}/demo/callbacks`);
    const created = await started.api.create({ amountCents: 4999 }, randomUUID());
    await started.confirm(created);
    const isOfIt = ({ body }: { body: unknown }) =>
      JSON.stringify(body).includes(String(created.json.svcPaymentId));
    const told = async () => (await started.callbacks()).filter(isOfIt).map(({ type }) => type);
    await expect.poll(told, { timeout: 10_000 }).toContain("payment_intent.succeeded");
  },
);
