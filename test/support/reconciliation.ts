import type { SQSEvent } from "aws-lambda";
import type { ReconciliationJob } from "../../shared/domain/finance/reconciliation.ts";
import type { LocalService } from "./local-service.ts";
import { isWorkedOff } from "./open-work.ts";

const LIFE_MS = 900_000;

type Invoked = (event: object, context: { getRemainingTimeInMillis: () => number }) => Promise<unknown>;

const handlerOf = ({ stack }: LocalService, name: string): Invoked => {
  const handler = stack.handlers.get(name) as unknown as Invoked | undefined;
  if (!handler) throw new Error(`There is no function ${name}.`);
  return handler;
};

/** Invokes what the clock invokes. */
export const runSchedule = (service: LocalService, name: "missed-events" | "daily-statements") =>
  handlerOf(service, name)({}, { getRemainingTimeInMillis: () => LIFE_MS });

/** As the clock does each day, for all merchants; the jobs have ended then. */
export async function runDailyStatements(service: LocalService): Promise<void> {
  await runSchedule(service, "daily-statements");
  await service.eventually(() => isWorkedOff(service, "reconciliation"));
}

/** Invokes the function that reconciles, as its queue would, with as much life left as is said. */
export const reconcile = (
  service: LocalService,
  job: ReconciliationJob,
  lifeMs: () => number = () => LIFE_MS,
) =>
  handlerOf(service, "reconciliation")(
    { Records: [{ messageId: "m0", receiptHandle: "r0", body: JSON.stringify(job) }] } as unknown as SQSEvent,
    { getRemainingTimeInMillis: lifeMs },
  );

/** The processor's webhook endpoints, switched off: what happens from then on is never delivered. */
export const disableWebhooks = ({ stack }: LocalService) =>
  fetch(`${stack.processorUrl}/_simulator/webhooks/disable`, { method: "POST" });
