import { expect, it } from "vitest";
import { eventKey } from "../../../shared/ledger/table.ts";
import { changeEvent } from "../../support/events.ts";
import { visitByMessage } from "../../support/open-work.ts";
import { sell } from "../../support/shops.ts";
import { useService, useShop } from "../../support/use-service.ts";

/** On Lambda each function has a process of its own; here they share one, and must not share what they remember. */
const service = useService({ muted: true });
const shop = useShop(service);

const linkReads = (): number =>
  service.dynamodb.passed.filter(({ target, body }) => target === "GetItem" && body.includes("ACCOUNT#"))
    .length;

it("a function reads for itself whose account it is, which another has read and remembers", async () => {
  const { event } = await sell(service, shop);
  expect((await service.webhook(event)).status).toBe(200);
  await shop.receiver.until(1);
  const readByWebhook = linkReads();
  expect(readByWebhook).toBeGreaterThan(0);
  const again = await sell(service, shop);
  expect((await service.webhook(again.event)).status).toBe(200);
  await shop.receiver.until(2);
  expect(linkReads(), "the webhook remembers").toBe(readByWebhook);
  // The receiver has it a moment before the ledger says so.
  await service.eventually(async () => (await service.deliveryItem(again.event.id)).delivery === "delivered");
  await changeEvent(service, again.event.id, { finishedAt: undefined });
  await visitByMessage(service, eventKey(again.event.id));
  expect(linkReads(), "open-work cannot know it yet").toBe(readByWebhook + 1);
});
