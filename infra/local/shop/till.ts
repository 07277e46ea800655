import { askProcessor } from "./ask-processor.ts";
import { askService, ServiceRejection } from "./ask-service.ts";
import type { CreatedPayment } from "./created-payment.ts";
import type { ShopOwner } from "./shop-owner.ts";
import type { TillState, TillStep } from "./till-steps.ts";

const LABEL = "Shop counter";

type Reader = { id: string; label: string };

type ReaderFacts = Reader & {
  status: string;
  action: { status: string; svcPaymentId: string | null; failureCode: string | null } | null;
};

/** The till drives the reader through the service. Only what the customer does at the reader goes to the simulator. */
export async function workTill(
  owner: ShopOwner,
  payment: CreatedPayment,
  step: TillStep["name"] | "look",
): Promise<TillState> {
  const { svcPaymentId } = payment;
  const reader = `/v1/terminal/readers/${await findReader(owner)}`;
  if (step === "send")
    await askService(owner, "POST", `${reader}/process`, { body: { svcPaymentId, allowCancel: true } });
  else if (step === "free") await askService(owner, "POST", `${reader}/cancel`, { body: {} });
  else if (step === "press-cancel") await pressCancel(owner, reader);
  else if (step === "offline" || step === "online") await connect(owner, reader, step);
  else if (step !== "look") await tap(owner, payment, { reader, isDeclined: step === "tap-declined" });
  return shown(await askService<ReaderFacts>(owner, "GET", reader), svcPaymentId);
}

function shown({ label, status, action }: ReaderFacts, svcPaymentId: string): TillState {
  const isOurs = action?.svcPaymentId === svcPaymentId;
  const isAtWork = action?.status === "in_progress";
  const state = status === "offline" ? "offline" : !isAtWork ? "ready" : isOurs ? "waiting" : "busy";
  if (!action) return { reader: `${label}, ${status}`, action: "ready", state };
  const said = [action.status, action.failureCode].filter(Boolean).join(": ").replaceAll("_", " ");
  return {
    reader: `${label}, ${status}`,
    action: isOurs ? said : `${said} (another order)`,
    state,
  };
}

async function tap(
  owner: ShopOwner,
  payment: CreatedPayment,
  { reader, isDeclined }: { reader: string; isDeclined: boolean },
): Promise<void> {
  const number = isDeclined ? "4000000000000002" : "4242424242424242";
  const { outcome, message } = await askProcessor(owner, payment, {
    path: `/v1/test_helpers${reader.slice("/v1".length)}/present_payment_method`,
    apiKey: owner.processorSecretKey,
    parameters: { type: "card_present", "card_present[number]": number },
  });
  if (outcome === "rejected") throw notWaiting(message);
}

async function pressCancel({ processorUrl }: ShopOwner, reader: string): Promise<void> {
  const { ok } = await fetch(`${controlOf(processorUrl, reader)}/customer_cancel`, { method: "POST" });
  if (!ok) throw notWaiting();
}

async function connect({ processorUrl }: ShopOwner, reader: string, status: string): Promise<void> {
  await fetch(controlOf(processorUrl, reader), { method: "POST", body: JSON.stringify({ status }) });
}

const controlOf = (processorUrl: string, reader: string): string =>
  `${processorUrl}/_simulator${reader.slice("/v1/terminal".length)}`;

const notWaiting = (detail = "Send a payment to it first."): ServiceRejection =>
  new ServiceRejection(409, { title: "The reader does not wait for a card", detail });

/** Registered at first use. The keys keep two buyers from making two. */
async function findReader(owner: ShopOwner): Promise<string> {
  const readers = await askService<Reader[]>(owner, "GET", "/v1/terminal/readers");
  const known = readers.find(({ label }) => label === LABEL);
  if (known) return known.id;
  const location = await askService<{ id: string }>(owner, "POST", "/v1/terminal/locations", {
    key: "demo-shop-location",
    body: {
      displayName: "Demo shop",
      line1: "1 Main St",
      city: "Springfield",
      state: "IL",
      postalCode: "62701",
    },
  });
  const reader = await askService<{ id: string }>(owner, "POST", "/v1/terminal/readers", {
    key: "demo-shop-reader",
    body: { registrationCode: "simulated-wpe", locationId: location.id, label: LABEL },
  });
  return reader.id;
}
