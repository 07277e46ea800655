import { randomUUID } from "node:crypto";
import { TABLE } from "../../shared/ledger/table.ts";
import { CallbackReceiver } from "../support/callback-receiver.ts";
import { ConsoleTab, exchange, offer } from "../support/console.ts";
import type { FaultyWire, Passing } from "../support/faulty-wire.ts";
import { LocalService } from "../support/local-service.ts";
import { isWorkedOff, visitByMessage } from "../support/open-work.ts";
import { createKey } from "./create-key.ts";
import { installMeters, meteredOf, resetMeters } from "./price/meter.ts";
import { type Bench, columns, hold } from "./report.ts";

const WRITES = ["PutItem", "UpdateItem"];
const READS = ["GetItem", "BatchGetItem", "Query"];

export const callCounts: Bench = { title: "calls per operation, when warm", measure };

/** Counted on the wire between the functions and their servers, so nothing can be forgotten. */
async function measure(): Promise<string[]> {
  const service = await LocalService.start({ muted: true });
  const { api } = service;
  const counted = (act: () => Promise<unknown>) => count(service, act);
  await service.paid(1000);
  const key = createKey(service, { counted: false });
  const manual = await service.authorized(1000);
  const keyedManual = await service.authorized(1000);
  const rows: Record<string, string> = {
    create: await counted(() => api.create({ amountCents: 1000 }, key)),
    "create with an orderRef": await counted(() =>
      api.create({ amountCents: 1000, orderRef: "order-1" }, createKey(service, { counted: false })),
    ),
    "create, one in ten": await counted(() =>
      api.create({ amountCents: 1000 }, createKey(service, { counted: true })),
    ),
    "replay of create": await counted(() => api.create({ amountCents: 1000 }, key)),
    retrieve: await counted(() => api.get(manual)),
    "capture (webhook told)": await counted(await told(service, manual, () => api.capture(manual))),
    "capture with a key": await counted(
      await told(service, keyedManual, () => api.capture(keyedManual, {}, randomUUID())),
    ),
    refund: await counted(() => api.refund(manual, { amountCents: 100 })),
    "refund with a key": await counted(() => api.refund(manual, { amountCents: 100 }, randomUUID())),
    ...(await holdCounts(service)),
    ...(await eventCounts(service)),
    ...(await consoleCounts(service)),
  };
  await service.stop();
  return columns(rows);
}

/** Lets the ledger hear of the authorization first, as it does in life. */
async function told(
  service: LocalService,
  id: string,
  act: () => Promise<unknown>,
): Promise<() => Promise<unknown>> {
  await tellOfHold(service, id);
  return act;
}

async function tellOfHold(service: LocalService, id: string): Promise<void> {
  const { processorPaymentIntentId } = await service.item(id);
  const events = await service.eventsOf(processorPaymentIntentId);
  service.clearWires();
  await service.webhook(events.find(({ type }) => type === "payment_intent.amount_capturable_updated"));
  await service.eventually(() => isWorkedOff(service, "callbacks"));
}

async function count(service: LocalService, act: () => Promise<unknown>): Promise<string> {
  const before = await indexEntries(service);
  service.clearWires();
  await act();
  const after = await indexEntries(service);
  const [gone, added] = [
    [...before].filter((entry) => !after.has(entry)),
    [...after].filter((entry) => !before.has(entry)),
  ];
  return summary(service, gone.length + added.length);
}

/** What needs a person of a hold: its item is written with the first event that finds it, and closed by its visit. */
async function holdCounts(service: LocalService): Promise<Record<string, string>> {
  const held = await service.authorized(1000);
  const known = await service.authorized(1000);
  const first = await count(service, () => tellOfHold(service, held));
  await tellOfHold(service, known);
  await service.api.capture(known);
  const { merchantId } = await service.item(known);
  const key = { pk: `ATTENTION#${merchantId}`, sk: `HOLD#${known}` };
  return {
    "webhook of a hold": first,
    "visit of a hold that was captured": await count(service, () => visitByMessage(service, key)),
  };
}

async function eventCounts(service: LocalService): Promise<Record<string, string>> {
  const receiver = await CallbackReceiver.start();
  await service.pointCallbacks(receiver.url);
  const created = await service.api.create({ amountCents: 1000 }, randomUUID());
  await service.confirm(created);
  const events = await service.eventsOf(created.json.processorPaymentIntentId);
  const both = await count(service, async () => {
    await service.webhook(events.find(({ type }) => type === "payment_intent.succeeded"));
    await receiver.until(1);
    await service.eventually(() => isWorkedOff(service, "callbacks"));
  });
  receiver.stop();
  return { "webhook + delivery of one event": both };
}

async function consoleCounts(service: LocalService): Promise<Record<string, string>> {
  const { api } = service;
  const code = await offer(api);
  const tab = await ConsoleTab.open(api);
  return {
    "console: make a link": await count(service, () => offer(api)),
    "console: enter by it": await count(service, () => exchange(api.baseUrl, code)),
    "console: list payments": await count(service, () => tab.call("GET", "/v1/payments")),
    ...(await overviewCounts(service, tab)),
  };
}

/** What a look may cost once the hours before it are counted. */
const OVERVIEW_UNITS = 65;

async function overviewCounts(service: LocalService, tab: ConsoleTab): Promise<Record<string, string>> {
  installMeters();
  const look = async () => {
    resetMeters();
    const { status } = await tab.call("GET", "/v1/overview?days=30");
    if (status !== 200) throw new Error(`The overview answers ${status}.`);
    return meteredOf("get-overview");
  };
  await service.letPass(2 * 3600);
  const first = await look();
  const { readUnits, writeUnits } = await look();
  return {
    "console: overview, first look": `${first.readUnits} read units, ${first.writeUnits} write units`,
    "console: overview": `${readUnits} read units (${hold(readUnits, OVERVIEW_UNITS)}), ${writeUnits} write units`,
  };
}

/** Every entry of every index but the due list's, which come and go within one operation. Read past the wires. */
async function indexEntries(service: LocalService): Promise<Set<string>> {
  const items = await service.items();
  const entries = TABLE.indexes
    .filter(({ name }) => name !== "due")
    .flatMap(({ name, partitionKey, sortKey }) =>
      items
        .filter((item) => item[partitionKey] !== undefined && item[sortKey] !== undefined)
        .map((item) => [name, item[partitionKey], item[sortKey], item.pk, item.sk].join(" ")),
    );
  return new Set(entries);
}

function summary({ dynamodb, processor, sqs }: LocalService, indexed: number): string {
  const passed = (wire: FaultyWire, matches: (passing: Passing) => boolean) =>
    wire.passed.filter(matches).length;
  const writes = passed(dynamodb, ({ target }) => WRITES.includes(target));
  const reads = passed(dynamodb, ({ target }) => READS.includes(target));
  const sends = passed(sqs, ({ target }) => target.startsWith("SendMessage"));
  const due = passed(dynamodb, changesTheDueList);
  return `${writes} writes (${indexed} also to an index, ${due} to the due list), ${reads} reads, ${processor.passed.length} processor calls, ${sends} queue sends`;
}

/** Puts an item on the due list, takes it off, or moves it: what DynamoDB writes into the list's index as well. */
const changesTheDueList = ({ target, body }: Passing): boolean => {
  if (target === "PutItem") return body.includes('"dueSort"');
  const { UpdateExpression = "" } = target === "UpdateItem" ? JSON.parse(body) : {};
  return /\bdueSort\b/.test(String(UpdateExpression));
};
