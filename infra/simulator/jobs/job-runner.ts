import { findOwn } from "../resources/find.ts";
import { finishPayment } from "../resources/intent-attempts.ts";
import { expireAuthorization } from "../resources/intent-cancel.ts";
import type { Job } from "../storage/jobs.ts";
import { createAlarm } from "../world/alarm.ts";
import { idOf } from "../world/ids.ts";
import { NO_CAUSE, openScope } from "../world/scope.ts";
import type { World } from "../world/world.ts";

/** Does what is due; `afterwards` is told when something has changed. */
export function createJobRunner(world: World, afterwards: () => void) {
  const alarm = createAlarm(runDue);

  function runDue(): void {
    for (let job = world.store.jobs.due(Date.now()); job; job = world.store.jobs.due(Date.now())) {
      const due = job;
      // Removed with its own effects: killed in between, it is due again and nothing has happened yet.
      world.store.atomically(() => {
        world.store.jobs.remove(due.seq);
        run(world, due);
      });
    }
    afterwards();
    wake();
  }

  function wake(): void {
    alarm.set(world.store.jobs.nextDueAtMs());
  }

  return { wake, stop: alarm.clear };
}

function run(world: World, job: Job): void {
  const found = world.store.objects.findAnywhere("payment_intent", job.objectId);
  if (!found) {
    return;
  }
  const { account, object: intent } = found;
  const scope = openScope(world, account, NO_CAUSE);
  if (job.kind === "expire_authorization") {
    expireAuthorization(scope, intent);
  } else if (intent.status === "processing" && intent.latest_charge !== null) {
    const charge = findOwn(scope, "charge", idOf(intent.latest_charge));
    charge.status = "succeeded";
    charge.paid = true;
    finishPayment(scope, intent, { charge, announce: "charge.succeeded" });
  }
}
