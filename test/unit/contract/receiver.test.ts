import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { seededRandom } from "../../support/seeded-random.ts";

/*
 * The receiver of integrating.md follows two rules. Whatever order a payment's callbacks arrive in, however often and
 * however late each was rendered, it ends with the payment as it is, and has acted on each event once.
 */
type Payment = { svcPaymentId: string; version: number; status: string };
type Body = { id: string; type: string; payment: Payment };
type Receiver = {
  payments: Map<string, Payment>;
  seen: Set<string>;
  act: (type: string, event: Body) => void;
};

let receive: (event: Body, receiver: Receiver) => void;
beforeAll(async () => {
  const page = readFileSync(new URL("../../../shared/contract/integrating.md", import.meta.url), "utf8");
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  expect(code.trim().split("\n").length).toBeLessThanOrEqual(20);
  ({ receive } = await import(`data:text/javascript,${encodeURIComponent(code)}`));
});

/** A payment that is declined, paid, refunded in part and disputed, as it is after each of these events. */
const PICTURES = ["requires_payment_method", "succeeded", "partially_refunded", "partially_refunded"].map(
  (status, moment) => ({ svcPaymentId: "svcpay_1", version: 100 + moment, status }),
);
const bodyOf = (event: number, moment: number): Body => ({
  id: `evt_${event}`,
  type: `event.${event}`,
  payment: PICTURES[moment] as Payment,
});

/** What a receiver has in the end that was sent these, in this order. */
function endOf(bodies: Body[]) {
  const acted: string[] = [];
  const receiver: Receiver = { payments: new Map(), seen: new Set(), act: (_, { id }) => acted.push(id) };
  for (const body of bodies) receive(body, receiver);
  return { payment: receiver.payments.get("svcpay_1"), acted: acted.toSorted() };
}

function* permutations<T>(items: T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [place, item] of items.entries())
    for (const rest of permutations(items.toSpliced(place, 1))) yield [item, ...rest];
}

it("13: every permutation of a payment's callbacks, with retries and a redelivery of the first after the last, ends alike", () => {
  const random = seededRandom(24);
  const end = { payment: PICTURES.at(-1), acted: ["evt_0", "evt_1", "evt_2", "evt_3"] };
  let count = 0;
  // Each event once, the second one twice, and the first one again at the very end of the story.
  for (const order of permutations([0, 1, 1, 2, 3])) {
    // Rendered at some moment after it was applied; the last change's own event can only have been rendered since.
    const bodies = order.map((event) => bodyOf(event, event + Math.floor(random() * (4 - event))));
    expect(endOf([...bodies, bodyOf(0, 3)])).toEqual(end);
    expect(endOf(bodies)).toEqual(end);
    count++;
  }
  expect(count).toBe(120);
});
