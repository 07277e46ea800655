import type { HttpAnswer } from "../world/functions.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";

const MINUTE_MS = 60_000;
const SHARE = 0.6;
/** As many as are reserved (LOOKUPS in infra/aws/environments.ts): Lambda turns away what comes while all are busy. */
const INSTANCES = 6;
const LOOPS = 12;
/** Until then the bursts of all instances are used up, and one merchant may have had all of them. */
const BURSTS_MS = 25_000;
/** Twelve loops hold all instances for moments, and Lambda turns away what comes then: a client tries again. */
const TRIES = 6;

/**
 * 97: one merchant's runaway loops look up its payment as fast as Lambda lets them. Another merchant's payment succeeds at
 * once, and its lookup as soon as the budget of the first one is used up. Only on days without faults, which would hide
 * whose fault it is when a lookup is not answered.
 */
export async function floodLookups(simulation: Simulation, clients: readonly Client[]): Promise<void> {
  const chance = simulation.chance("flooding lookups");
  const [flooding, other] = clients.filter(({ merchant }) => merchant.accountId !== undefined);
  const { clock, faults } = simulation;
  if (!flooding || !other || faults.existing.length > 0 || !chance.happens(SHARE)) return;
  await clock.sleep(chance.between(0, 10 * MINUTE_MS));
  const id = await paymentOf(flooding, "looked-up");
  if (id === undefined) return;
  simulation.reach("one merchant floods lookups");
  const flood = { isOver: false, busy: 0 };
  const lookUp = async (client: Client, svcPaymentId: string): Promise<HttpAnswer | undefined> => {
    if (flood.busy === INSTANCES) return undefined;
    flood.busy++;
    return client.send({ function: "get-payment-details", id: svcPaymentId }).finally(() => {
      flood.busy--;
    });
  };
  const loops = Array.from({ length: LOOPS }, async () => {
    while (!flood.isOver) {
      const answer = await lookUp(flooding, id);
      if (answer?.statusCode === 429) simulation.reach("lookups rejected");
      await clock.sleep(answer === undefined ? 50 : answer.statusCode === 429 ? 300 : 1);
    }
  });
  const begunAt = clock.now;
  const othersId = await paymentOf(other, "beside-lookups");
  const isCalm = () => simulation.processorHangsUntil < begunAt;
  if (isCalm() && (othersId === undefined || clock.now - begunAt > 5_000))
    simulation.violate("isolation", `a payment beside a flood of lookups took ${clock.now - begunAt} ms`);
  await clock.sleep(Math.max(0, begunAt + BURSTS_MS - clock.now));
  let answer: HttpAnswer | undefined;
  for (let nth = 0; nth < TRIES && answer?.statusCode !== 200 && othersId !== undefined; nth++) {
    await clock.sleep(chance.between(100, 1_000));
    answer = await lookUp(other, othersId);
  }
  flood.isOver = true;
  if (isCalm() && answer?.statusCode !== 200)
    simulation.violate("isolation", `a lookup beside another merchant's is not answered: ${answer?.body}`);
  await Promise.all(loops);
}

async function paymentOf(client: Client, key: string): Promise<string | undefined> {
  const request = { function: "create-payment", key, body: { amountCents: 1_000 } };
  const answer = await client.persist(request, { tries: 20 });
  return answer?.statusCode === 201
    ? (JSON.parse(answer.body) as { svcPaymentId: string }).svcPaymentId
    : undefined;
}
