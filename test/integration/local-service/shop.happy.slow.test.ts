import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import type { Attempt, ChargedAgain, Order } from "../../../infra/local/shop/order.ts";
import type { TillState } from "../../../infra/local/shop/till-steps.ts";
import { AGREEMENT, WAYS_TO_PAY } from "../../../infra/local/shop/ways-to-pay.ts";
import { useService } from "../../support/use-service.ts";

// Webhook, queue and callback in one process take their time on a busy machine.

const service = useService();

const ORDERS = "/demo/shop/orders";

async function ask<T>(method: string, path: string, body?: string): Promise<{ status: number; json: T }> {
  const response = await fetch(service.stack.baseUrl + path, { method, ...(body && { body }) });
  return { status: response.status, json: (await response.json()) as T };
}

async function buy(): Promise<Order> {
  const { status, json } = await ask<Order>("POST", ORDERS);
  expect(status).toBe(201);
  return json;
}

const pay = async ({ orderRef }: Order, way: string): Promise<Attempt> =>
  (await ask<Attempt>("POST", `${ORDERS}/${orderRef}/pay`, way)).json;

/** The order once its callbacks have come. */
async function heard({ orderRef }: Order, types: readonly string[]): Promise<Order> {
  const look = async () => (await ask<Order>("GET", `${ORDERS}/${orderRef}`)).json;
  await service.eventually(async () => {
    const { callbacks } = await look();
    return types.every((expected) => callbacks.some(({ type }) => type === expected));
  });
  return look();
}

const OUTCOMES: Record<string, Attempt["outcome"]> = { declined: "declined" };

it.each(WAYS_TO_PAY)("$label: $promise", async ({ name, expects, endsIn }) => {
  const order = await buy();
  expect(order).toMatchObject({ status: "requires_payment_method", callbacks: [] });
  expect((await pay(order, name)).outcome).toBe(OUTCOMES[name] ?? "accepted");
  const after = await heard(order, expects);
  const ended = async () => (await service.api.get(order.svcPaymentId)).json.status === endsIn;
  await service.eventually(ended);
  expect(new Set(after.callbacks.map(({ type }) => type))).toEqual(new Set(expects));
  const payment = (await service.api.get(order.svcPaymentId)).json;
  expect(payment).toMatchObject({ amountCents: 4999, currency: "usd", orderRef: order.orderRef });
});

it("the buyer agrees at the bank, and another card follows a declined one", async () => {
  const order = await buy();
  expect(await pay(order, "declined")).toMatchObject({
    outcome: "declined",
    message: "The bank declined the card without giving a reason.",
  });
  await pay(order, "authentication");
  expect(await pay(order, AGREEMENT.name)).toEqual({ outcome: "accepted", status: "succeeded" });
  expect(await heard(order, AGREEMENT.expects)).toMatchObject({ status: "succeeded" });
  expect(await pay(order, "card")).toMatchObject({ outcome: "rejected" });
});

it("a till sends an order to the reader, and shows what the customer does there", async () => {
  const [order, other] = [await buy(), await buy()];
  const till = async ({ orderRef }: Order, step?: string) =>
    ask<TillState & { message?: string }>(step ? "POST" : "GET", `${ORDERS}/${orderRef}/till`, step);
  const steps = async (...names: string[]) => {
    const seen: string[] = [];
    for (const name of names) seen.push((await till(order, name)).json.action);
    return seen;
  };
  expect(await steps("send", "press-cancel")).toEqual(["in progress", "failed: customer canceled"]);
  expect(await steps("send", "tap-declined")).toEqual(["in progress", "failed: card declined"]);
  await heard(order, ["payment_intent.payment_failed"]);
  expect(await steps("send")).toEqual(["in progress"]);
  expect((await till(other, "send")).json).toEqual({ message: expect.stringMatching(/^Reader busy\. /) });
  expect((await till(other)).json).toMatchObject({ action: "in progress (another order)", state: "busy" });
  expect(await steps("free", "send", "tap")).toEqual(["ready", "in progress", "succeeded"]);
  expect(await heard(order, ["payment_intent.succeeded"])).toMatchObject({ status: "succeeded" });
  expect((await till(order, "tap")).json.message).toMatch(/^The reader does not wait for a card\. /);
  expect((await till(order, "dance")).status).toBe(400);
  const { data } = await service.stripe.terminal.readers.list({}, { stripeAccount: service.accountId });
  expect(data.map(({ label }) => label)).toEqual(["Shop counter"]);
});

it("tells the browser no key and no secret", async () => {
  const order = await buy();
  const page = await (await fetch(`${service.stack.baseUrl}/demo/shop`)).text();
  const answers = [page, JSON.stringify(order), JSON.stringify(await pay(order, "card"))];
  answers.push(JSON.stringify(await heard(order, ["payment_intent.succeeded"])));
  const { apiKey, processorSecretKey, publishableKey, webhookSecret, callbackSecret } = service.stack.demo;
  for (const secret of [
    apiKey,
    processorSecretKey.slice("sk_test_".length),
    publishableKey,
    webhookSecret,
    callbackSecret,
    "_secret_",
  ])
    for (const answer of answers) expect(answer).not.toContain(secret);
});

it("the guide In person leads from a location to the receipt and through what goes wrong, command by command", async () => {
  const guide = await readFile(new URL("../../../shared/contract/in-person.md", import.meta.url), "utf8");
  const commands = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  const folder = await mkdtemp(join(tmpdir(), "guide-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, ".local"));
  await writeFile(join(folder, ".local/demo.json"), JSON.stringify(service.stack.demo));
  const lines = ["set -eo pipefail", ...commands].join("\n");
  const { stdout } = await promisify(execFile)("bash", ["-c", lines], { cwd: folder });
  const answers = stdout.split("\n").filter((line) => line.startsWith('{"'));
  expect(answers.map((line) => seenIn(JSON.parse(line)))).toEqual([
    ...["in_progress", "in_progress", "succeeded", "succeeded", "card_present 4242"],
    ...["in_progress", "free", "canceled"],
    ...["in_progress", "succeeded", "in_progress", "partially_refunded"],
    ...["Reader offline", "in_progress", "failed customer_canceled"],
    ...["in_progress", "Reader busy", "failed card_declined", "in_progress"],
  ]);
});

type ReaderAction = { status: string; failureCode: string | null };

type GuideAnswer = {
  method?: { type: string; last4: string };
  title?: string;
  status?: string;
  action?: ReaderAction | null;
};

/** What is to be seen in an answer: of a receipt its card, of a reader what it does, of a problem its title. */
function seenIn({ method, title, status, action }: GuideAnswer): string | undefined {
  if (method) return `${method.type} ${method.last4}`;
  if (action === null) return "free";
  if (!action) return title ?? status;
  return [action.status, action.failureCode].filter(Boolean).join(" ");
}

it("a dispute is answered at the page that stands for the processor's dashboard", async () => {
  const order = await buy();
  await pay(order, "dispute");
  const disputes = async () =>
    (await service.api.call("GET", "/v1/disputes")).json as unknown as {
      disputeId: string;
      status: string;
      svcPaymentId: string;
    }[];
  const own = async () => (await disputes()).find(({ svcPaymentId }) => svcPaymentId === order.svcPaymentId);
  await service.eventually(async () => (await own())?.status === "needs_response");
  const url = `${service.stack.baseUrl}/demo/disputes/${(await own())?.disputeId}`;
  expect(await (await fetch(url)).text()).toContain("Submit evidence that wins");
  const answer = () => fetch(url, { method: "POST", body: new URLSearchParams({ answer: "win" }) });
  expect(await (await answer()).text()).toContain("Done.");
  await service.eventually(async () => (await own())?.status === "won");
  expect(await (await answer()).text()).toContain("This dispute cannot be answered");
  expect((await fetch(`${service.stack.baseUrl}/demo/disputes/nonsense`)).status).toBe(404);
});

it("a saved card is charged again while the customer is away, also after another one was declined", async () => {
  const { json: order } = await ask<Order>("POST", ORDERS, "save");
  expect((await pay(order, "card")).outcome).toBe("accepted");
  const charge = async (which: string) =>
    (await ask<ChargedAgain>("POST", `${ORDERS}/${order.orderRef}/again`, which)).json;
  const declined = await charge("declined");
  expect(declined.attempt).toMatchObject({ outcome: "declined" });
  const charged = await charge("saved");
  expect(charged.attempt).toMatchObject({ outcome: "accepted" });
  expect(charged.order.svcPaymentId).toBe(declined.order.svcPaymentId);
  expect(charged.order.svcPaymentId).not.toBe(order.svcPaymentId);
  expect((await service.api.get(charged.order.svcPaymentId)).json.status).toBe("succeeded");
});
