import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { readJson, writeJson } from "../../infra/local/state.ts";
import { standIn } from "../../infra/local/table-stand-ins.ts";
import { readDeployedStack } from "../../infra/rehearsal/template/deployed-stack.ts";
import { runLines } from "../integration/operator/operator-process.ts";
import { childEnvironment } from "../support/child-environment.ts";
import { cleanUp, SpawnedStack, temporaryFolder } from "../support/spawned-stack.ts";
import { assemblyOf, rehearse } from "./restore/rehearse.ts";

/*
 * infra/runbooks/restore.md, carried out: back up, lose the table, restore it under another name, point the service at
 * it with the API closed, rebuild and pull, and open. AWS's own commands have stand-ins; the rest is what stands there.
 */

afterAll(cleanUp);

const COMMAND = /^npm run operator -- (.+) --env prod$/gm;
const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** As `npm run standin` does; the others are carried out in this process, which starts none for each. */
async function backUp(stateDir: string, table: string): Promise<void> {
  const env = childEnvironment({ STATE_DIR: stateDir });
  const line = [join(ROOT, "infra/local/table-stand-ins.ts"), "back-up", table];
  expect((await run(process.execPath, line, { env })).stdout).toContain(`${table} was backed up`);
}

/** The operator's lines, one after the other; answers what each has printed, by the command's name. */
async function operate(stateDir: string, lines: readonly string[]): Promise<Map<string, unknown>> {
  const args = lines.map((line) => [...line.split(" "), "--json"]);
  const runs = await runLines(args, { STATE_DIR: stateDir });
  const failed = runs.find(({ code }) => code !== 0);
  if (failed) throw new Error(failed.stderr);
  return new Map(runs.map(({ stdout }, place) => [lines[place]?.split(" --")[0] ?? "", JSON.parse(stdout)]));
}

/** The page's own commands. No account was connected since the backup, so none is given back. */
const SEQUENCE = [...readFileSync(join(ROOT, "infra/runbooks/restore.md"), "utf8").matchAll(COMMAND)]
  .map(([, line = ""]) => line)
  .filter((line) => !line.includes("acct_"));

const today = (): string => new Date().toISOString().slice(0, 10);

async function sell(stack: SpawnedStack, key: string): Promise<string> {
  const created = await stack.api.create({ amountCents: 4999, orderRef: key }, key);
  await stack.confirm(created);
  const id = String(created.json.svcPaymentId);
  await expect.poll(async () => (await stack.api.get(id)).json.status).toBe("succeeded");
  return id;
}

const toldOf = async (stack: SpawnedStack, id: string): Promise<string[]> =>
  (await stack.callbacks()).filter((told) => JSON.stringify(told).includes(id)).map(({ type }) => type);

/** As AWS answers while the API lets nobody in. */
const CLOSED = 429;

const listPayments = async ({ demo }: SpawnedStack): Promise<number> =>
  (await fetch(`${demo.baseUrl}/v1/payments`, { headers: { "X-Api-Key": demo.apiKey } })).status;

it("a restore, carried out on the rehearsal, ends with everything that the processor knows, and lets nobody in before", async () => {
  const stateDir = temporaryFolder();
  const before = await rehearse(stateDir);
  const kept = await sell(before, "before-the-backup");
  await before.stop("SIGTERM");
  const lost = "payments-dev";
  await backUp(stateDir, lost);

  const after = await rehearse(stateDir);
  const forgotten = await sell(after, "after-the-backup");
  const { merchantId } = after.demo;
  await after.stop("SIGTERM");
  await standIn(stateDir, ["delete", lost]);
  const table = `${lost}-restored`;
  await standIn(stateDir, ["restore", lost, table]);

  const closed = await rehearse(stateDir, { table, as: "closed" });
  expect(await listPayments(closed)).toBe(CLOSED);
  const lines = SEQUENCE.map((line) =>
    line.replace("mer_…", merchantId).replace(/\d{4}-\d{2}-\d{2}/, today()),
  );
  const answers = await operate(stateDir, [...lines, "open-work list --unresolved"]);
  expect(answers.get("reconcile payments")).toMatchObject({ rebuilt: 1 });
  expect(answers.get("reconcile events")).toMatchObject({ failed: 0 });
  expect(answers.get("reconcile statement")).toMatchObject({ differences: [] });
  expect(answers.get("open-work list")).toEqual([]);
  await closed.stop("SIGTERM");

  const open = await rehearse(stateDir, { table });
  for (const id of [kept, forgotten]) expect((await open.api.get(id)).json.status).toBe("succeeded");
  const repeated = await open.api.create(
    { amountCents: 4999, orderRef: "after-the-backup" },
    "after-the-backup",
  );
  expect(repeated.json.svcPaymentId).toBe(forgotten);
  await open.stop("SIGTERM");

  // adopt-table.md, after its import: the data's stack holds the restored table, and no other.
  const { tables } = readDeployedStack(await assemblyOf(table, "adopted"));
  expect(tables.map(({ name }) => name)).toEqual([table]);
  const denyLog = join(stateDir, "denied");
  const adopted = await rehearse(stateDir, { table, as: "adopted", options: ["--deny-log", denyLog] });
  const sold = await sell(adopted, "after-the-adoption");
  for (const id of [kept, sold]) {
    expect((await adopted.api.refund(id, {}, `refund-${id}`)).status).toBe(200);
    // The refund's event, through the webhook and out to the merchant.
    await expect.poll(() => toldOf(adopted, id)).toContain("charge.refunded");
    expect((await adopted.api.get(id)).json.status).toBe("refunded");
  }
  expect(existsSync(denyLog) ? readFileSync(denyLog, "utf8") : "").toBe("");
  await adopted.stop("SIGTERM");
});

/** What a restore makes of the ledger is the same there, and is shown above: this is about how the stack is told of it. */
it("the local stack uses the restored table that is written into its names, and lets nobody in while it is closed", async () => {
  const stateDir = temporaryFolder();
  const before = await SpawnedStack.start(stateDir);
  const kept = await sell(before, "before-the-backup");
  await before.stop("SIGTERM");
  const namesFile = join(stateDir, "names.json");
  const names = readJson<{ suffix: string }>(namesFile);
  const lost = `payments-local${names.suffix}`;
  const table = `${lost}-restored`;
  await standIn(stateDir, ["back-up", lost]);
  await standIn(stateDir, ["delete", lost]);
  await standIn(stateDir, ["restore", lost, table]);

  writeJson(namesFile, { ...names, table });
  const closed = await SpawnedStack.start(stateDir, { env: { API_CLOSED: "true" } });
  expect(await listPayments(closed)).toBe(CLOSED);
  const answers = await operate(stateDir, [`payments show ${kept}`]);
  expect(answers.get(`payments show ${kept}`)).toMatchObject({ svcPaymentId: kept, status: "succeeded" });
  await closed.stop("SIGTERM");
});
