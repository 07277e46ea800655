import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startSimulator } from "../../../infra/simulator/simulator.ts";
import { AUTHORIZED, CARD_USD, clientOf, PAID, PUBLISHABLE_KEY, SECRET_KEY, startBench } from "./support.ts";

const ENTRY = new URL("../../../infra/simulator/simulator.ts", import.meta.url).href;

it("after a restart, objects, answers to keys and pending settlements are still there", async () => {
  const bench = await startBench();
  const options = await bench.connect();
  const keyed = { ...options, idempotencyKey: "kept" };
  const reserved = await bench.stripe.paymentIntents.create(AUTHORIZED, keyed);
  const debit = await bench.stripe.paymentIntents.create(
    { ...PAID, allowed_payment_method_types: ["us_bank_account"], payment_method: "pm_usBankAccount" },
    options,
  );
  await bench.restart();

  expect(await bench.stripe.paymentIntents.create(AUTHORIZED, keyed)).toEqual(reserved);
  const captured = await bench.stripe.paymentIntents.capture(reserved.id, {}, options);
  expect(captured.status).toBe("succeeded");
  await expect
    .poll(async () => (await bench.stripe.paymentIntents.retrieve(debit.id, {}, options)).status)
    .toBe("succeeded");
  await bench.close();
});

it("after the process was killed, everything that was answered has happened", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "simulator-"));
  const settings = { stateDir, secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY };
  const program = `
    const { startSimulator } = await import(${JSON.stringify(ENTRY)});
    console.log((await startSimulator(${JSON.stringify(settings)})).url);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = await once(child.stdout, "data");
  const { id } = await clientOf(String(url).trim()).paymentIntents.create(CARD_USD);
  child.kill("SIGKILL");
  await once(child, "exit");

  const simulator = await startSimulator(settings);
  expect((await clientOf(simulator.url).paymentIntents.retrieve(id)).id).toBe(id);
  await simulator.stop();
  rmSync(stateDir, { recursive: true });
});
