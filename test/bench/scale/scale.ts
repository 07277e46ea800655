import { isDeepStrictEqual } from "node:util";
import { CallbackReceiver } from "../../support/callback-receiver.ts";
import { LocalService } from "../../support/local-service.ts";
import { installMeters } from "../price/meter.ts";
import { type Bench, columns } from "../report.ts";
import { type Effort, measureOperations } from "./operations.ts";
import { seedPayments } from "./seed.ts";

const FEW = 1_000;
const MANY = 100_000;

/** The whole bench, seeding included: one that takes longer is not run. */
const BUDGET_MINUTES = 4;

export const scale: Bench = {
  title: `calls and units per operation, with ${FEW} and with ${MANY} payments of one merchant`,
  takesMinutes: true,
  measure,
};

/** A merchant that sells for years must not pay for its past: what an operation costs may not depend on it. */
async function measure(many = String(MANY)): Promise<string[]> {
  const startedAt = performance.now();
  installMeters();
  const service = await LocalService.start({ muted: true, wireless: true });
  const receiver = await CallbackReceiver.start();
  await service.pointCallbacks(receiver.url);
  await seedPayments(service, 0, FEW);
  // Once unmeasured: the first call of a function also learns whose account it is.
  await measureOperations(service, FEW);
  const few = await measureOperations(service, FEW);
  await seedPayments(service, FEW, Number(many));
  const all = await measureOperations(service, Number(many));
  await service.stop();
  receiver.stop();
  const minutes = (performance.now() - startedAt) / 60_000;
  if (minutes > BUDGET_MINUTES) process.exitCode = 1;
  const rows = Object.entries(few).map(([name, effort]) => {
    const same = isDeepStrictEqual(effort, all[name]);
    if (!same) process.exitCode = 1;
    return [name, [describe(effort), describe(all[name]), same ? "the same" : "NOT THE SAME"]] as const;
  });
  return [
    ...columns({ "": [`with ${FEW}`, `with ${many}`, ""], ...Object.fromEntries(rows) }),
    `Took ${minutes.toFixed(1)} minutes (budget ${BUDGET_MINUTES}).`,
  ];
}

const describe = (effort: Effort | undefined): string =>
  effort
    ? `${effort.calls} calls, ${effort.writeUnits} write units, ${effort.readUnits} read units, ${effort.queueRequests} sent`
    : "nothing";
