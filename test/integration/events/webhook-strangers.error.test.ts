import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { countedDuring } from "../../support/counted.ts";
import { useReceiver } from "../../support/use-receiver.ts";
import { useService } from "../../support/use-service.ts";

/** An event that this version cannot read. */
const service = useService({ muted: true });
const receiver = useReceiver();
beforeAll(() => service.pointCallbacks(receiver.url));

const newId = () => `evt_${randomUUID().replaceAll("-", "")}`;

it("a thin event of a type that is not followed is rejected with a problem that says what to do, and counted for the alarm", async () => {
  for (const type of ["v2.core.account.updated", "v1.billing.meter.no_meter_found"]) {
    const thin = {
      id: newId(),
      object: "v2.core.event",
      type,
      livemode: false,
      created: "2026-11-17T00:00:00Z",
    };
    const counted = await countedDuring(async () => {
      const { status, json } = await service.webhook({
        ...thin,
        related_object: { id: "acct_1", type: "account" },
      });
      expect({ status, ...json }).toMatchObject({ status: 400, title: "Invalid request" });
      expect(json.detail).toContain(`(type ${type})`);
      expect(json.detail).toContain("Set the payload style of its event destination to snapshot");
    });
    expect(counted).toEqual({ EventsNotUnderstood: 1 });
    expect(await service.eventItem(thin.id)).toEqual({});
  }
});
