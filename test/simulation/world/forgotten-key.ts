import { operationKey } from "../../../shared/ledger/table.ts";
import { partsOf } from "./parts.ts";
import type { ApiAnswer, ApiRequest } from "./processor.ts";
import { current, invocations } from "./simulation.ts";

/*
 * A refund's key that the processor forgets while a call under it is under way. The first send is rejected for a passing
 * reason, and its reply is lost. A client that comes back after a day has a call that does not arrive yet; whoever asks
 * next hears the old rejection; then the processor forgets the key, and the call arrives as a new one.
 */
const NEARLY_A_DAY_MS = 23 * 3_600_000;
/** A client that comes back within minutes finds it forgotten: its refund is made as if nothing had been. */
const SOON_MS = 600_000;

const REJECTION: ApiAnswer = {
  status: 400,
  headers: { "content-type": "application/json", "Idempotent-Replayed": "true" },
  body: JSON.stringify({
    error: { type: "invalid_request_error", code: "balance_insufficient", message: "Not now." },
  }),
};

type ForgottenKey = { rejectedAt: number; heldBy?: number; landsAt: number };

export type KeyFate = "usual" | "lost" | { answer: ApiAnswer };

/** By simulation: each has keys of its own. */
const keysOfSeeds = new WeakMap<object, Map<string, ForgottenKey>>();

export function fateOfKey(request: ApiRequest): KeyFate {
  const simulation = current();
  const key = request.headers["idempotency-key"] ?? "";
  if (request.method !== "POST" || request.path !== "/v1/refunds" || !key.startsWith("op_")) return "usual";
  const keys = keysOfSeeds.get(simulation) ?? new Map<string, ForgottenKey>();
  keysOfSeeds.set(simulation, keys);
  const { now } = simulation.clock;
  const caller = invocations.getStore();
  const known = keys.get(key);
  if (!known) {
    const isStruck = !partsOf().processor.hasSeen(key) && simulation.faults.strikes("key-forgotten", 4);
    if (isStruck) keys.set(key, { rejectedAt: now, landsAt: Number.POSITIVE_INFINITY });
    return isStruck ? "lost" : "usual";
  }
  if (caller) caller.isDisturbed = true;
  if (now - known.rejectedAt < SOON_MS) return "lost";
  if (now - known.rejectedAt < NEARLY_A_DAY_MS || now >= known.landsAt) return "usual";
  if (known.heldBy === undefined) {
    known.heldBy = caller?.number ?? 0;
    const afterMs = simulation.chance("faults").between(20_000, 800_000);
    known.landsAt = now + afterMs;
    simulation.clock.after(afterMs, () => land(request));
  }
  if (known.heldBy === caller?.number) return "lost";
  simulation.reach("old rejections heard");
  return { answer: REJECTION };
}

function land(request: ApiRequest): void {
  const simulation = current();
  const { status } = partsOf().processor.answer(request);
  simulation.tell("processor", () => `has forgotten a key, and does ${request.path} as new: ${status}`);
  if (status !== 200) return;
  const sent = new URLSearchParams(request.body);
  const [svcPaymentId, operationId] = ["svcPaymentId", "svcOperationId"].map((name) =>
    String(sent.get(`metadata[${name}]`)),
  );
  const claim = partsOf().table.peek(operationKey(String(svcPaymentId), String(operationId)));
  if (claim?.state === "rejected")
    simulation.violate("I1", `${operationId} was rejected, and its refund is made afterwards`);
}
