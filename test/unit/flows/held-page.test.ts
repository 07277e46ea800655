import { expect, it } from "vitest";
import { eventKey, merchantKey } from "../../../shared/ledger/table.ts";
import { FakeWorld } from "../../support/fake-world.ts";

/*
 * An endpoint is disabled and enabled again while the job that holds its events dies in the middle of a page. The
 * enabling's own release may have passed the page before its events were held: the job itself must let them go.
 */
const world = new FakeWorld();
world.enter();
const { createRecovery } = await import("../../../shared/ledger/recoveries.ts");
const { runRecovery } = await import("../../../shared/flows/callbacks/run-recovery.ts");

const MERCHANT = "mer_1";
const HELD = 5;
const ids = Array.from({ length: 10 }, (_, index) => `evt_${index}`);

function setDisabled(disabled: boolean): void {
  world.table.update(merchantKey(MERCHANT), {
    UpdateExpression: "SET callback.disabled = :disabled",
    ExpressionAttributeValues: { ":disabled": disabled },
  });
}

it("38: held by a job that died, and enabled meanwhile: the job's next visit sends them", async () => {
  world.putMerchant(MERCHANT);
  setDisabled(true);
  for (const eventId of ids)
    world.putEvent({ eventId, merchantId: MERCHANT }, { delivery: "pending", receivedAt: world.now });
  const job = await createRecovery(
    {
      recoveryId: `rcv_${"0".repeat(32)}`,
      merchantId: MERCHANT,
      kind: "hold",
      sinceMs: 0,
      untilMs: world.now + 1,
    },
    world.now,
  );
  let writes = 0;
  world.isKilled = (call) => call === "write" && ++writes > HELD;
  await expect(runRecovery(job, () => world.now)).rejects.toThrow("died");
  world.isKilled = () => false;
  const deliveries = () => ids.map((eventId) => world.table.peek(eventKey(eventId))?.delivery);
  expect(deliveries().filter((delivery) => delivery === "held").length).toBeGreaterThan(0);

  setDisabled(false);
  const { recovery } = await runRecovery(job, () => world.now);
  expect(recovery.state).toBe("done");
  expect(new Set(deliveries())).toEqual(new Set(["pending"]));
});
