import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const GRACE_SECONDS = 86_400;
const FOREVER = { tries: 1_000 };

/** What a merchant does to its own account and callbacks. */
export async function runEndpointStory(simulation: Simulation, client: Client): Promise<void> {
  const chance = simulation.chance("workload");
  const draw = chance.number();
  await simulation.clock.sleep(chance.between(0, 30 * MINUTE_MS));
  if (client.merchant.server.isDead) return redeliverSome(simulation, client);
  if (draw < 0.35) return pauseCallbacks(simulation, client);
  if (draw < 0.65) return rotateSecret(simulation, client);
  return redeliverSome(simulation, client);
}

/** Once, or with every release of a busy day. */
async function pauseCallbacks(simulation: Simulation, client: Client): Promise<void> {
  const chance = simulation.chance("workload");
  const { endpointId: id } = client.merchant.server;
  for (let pauses = chance.oneOf([1, 2, 4]); pauses > 0; pauses--) {
    await client.persist({ function: "disable-callback-endpoint", id }, FOREVER);
    await simulation.clock.sleep(chance.between(1_000, chance.oneOf([5, 40]) * MINUTE_MS));
    await client.persist({ function: "enable-callback-endpoint", id }, FOREVER);
    await simulation.clock.sleep(chance.between(1_000, 10 * MINUTE_MS));
  }
}

async function rotateSecret(simulation: Simulation, client: Client): Promise<void> {
  const { server } = client.merchant;
  const sentAt = simulation.clock.now;
  server.secretEndsAt = Math.min(server.secretEndsAt, sentAt + (GRACE_SECONDS - 60) * 1000);
  const { endpointId: id } = server;
  const request = { function: "rotate-callback-secret", id, body: { graceSeconds: GRACE_SECONDS } };
  const first = await client.send(request);
  // Whether it was done is not known, or its answer was mislaid: it is done once more.
  const isSure = first !== undefined && simulation.chance("workload").happens(0.6);
  if (!isSure) await simulation.clock.sleep(MINUTE_MS);
  const answer = isSure ? first : await client.send(request);
  if (answer?.statusCode !== 200) return;
  const { secret } = JSON.parse(answer.body) as { secret: string };
  // Deployed in the merchant's own time, within the grace.
  await simulation.clock.sleep(simulation.chance("workload").between(0, 10 * HOUR_MS));
  server.secret = secret;
  server.secretEndsAt = Number.POSITIVE_INFINITY;
}

/** What the merchant has not heard of, if there is anything; otherwise what it wants to hear of once more. */
async function redeliverSome(simulation: Simulation, client: Client): Promise<void> {
  const chance = simulation.chance("workload");
  await simulation.clock.sleep(chance.between(0, chance.oneOf([1, 10, 60]) * MINUTE_MS));
  const { merchantId, server } = client.merchant;
  const events = partsOf()
    .table.all()
    .filter((item) => item.sk === "EVENT" && item.merchantId === merchantId);
  if (events.length === 0) return;
  const missing = events.filter(({ eventId }) => !server.accepted.has(String(eventId)));
  const id = String(chance.oneOf(missing.length > 0 ? missing : events).eventId);
  const isStubborn = server.isDead;
  for (let day = 0; day < (isStubborn ? STUBBORN_DAYS : 1); day++) {
    await client.send({ function: "redeliver-event", id, body: { force: chance.happens(0.5) } });
    if (isStubborn) await simulation.clock.sleep(25 * HOUR_MS);
  }
}

/** A merchant whose server is dead has the same event sent again, day after day. */
const STUBBORN_DAYS = 4;

/** A merchant without an account asks for one until it has it, and is onboarded at the processor. */
export async function runOnboardingStory(simulation: Simulation, client: Client): Promise<void> {
  const chance = simulation.chance("workload");
  await simulation.clock.sleep(chance.between(0, 5 * MINUTE_MS));
  const request = { function: "create-account", body: { country: "US" } };
  if (chance.happens(0.3)) void client.send(request);
  let answer = await client.persist(request, FOREVER);
  // For a moment the platform has no access: its operator calls, and the merchant asks again.
  // And where its new account is said to be restricted.
  for (let call = 0; needsAnotherCall(answer) && call < MAX_LOOKS; call++) {
    await simulation.clock.sleep(10 * MINUTE_MS);
    answer = await client.persist(request, FOREVER);
  }
  if (!answer || answer.statusCode >= 300) {
    simulation.violate("liveness", `no account could be made: ${answer?.body}`);
    return;
  }
  const { processorAccountId } = JSON.parse(answer.body) as { processorAccountId: string };
  client.merchant.accountId = processorAccountId;
  client.merchant.server.accountIds.add(processorAccountId);
  await simulation.clock.sleep(chance.between(1_000, 5 * MINUTE_MS));
  partsOf().processor.enable(processorAccountId);
  simulation.reach("onboarded");
}

const needsAnotherCall = (answer: { statusCode: number; body: string } | undefined): boolean =>
  answer !== undefined && (answer.statusCode === 422 || answer.body.includes('"restricted"'));

/** A merchant takes its account away from the platform, regrets it, and is onboarded again, without an operator. */
export async function runDepartureStory(simulation: Simulation, client: Client): Promise<void> {
  const chance = simulation.chance("departures");
  const { merchant } = client;
  await simulation.clock.sleep(chance.between(MINUTE_MS, 60 * MINUTE_MS));
  const { accountId: former } = merchant;
  if (!former) return;
  simulation.tell("merchant", () => `takes ${former} away from the platform`);
  merchant.hasLeft = true;
  partsOf().processor.deauthorize(former);
  for (let look = 0; look < MAX_LOOKS; look++) {
    await simulation.clock.sleep(chance.between(MINUTE_MS, 60 * MINUTE_MS));
    const answer = await client.persist({ function: "create-account", body: { country: "US" } }, FOREVER);
    if (!answer || answer.statusCode >= 300) continue;
    const { processorAccountId } = JSON.parse(answer.body) as { processorAccountId: string };
    if (processorAccountId === former) continue;
    merchant.accountId = processorAccountId;
    merchant.server.accountIds.add(processorAccountId);
    await simulation.clock.sleep(chance.between(1_000, 5 * MINUTE_MS));
    partsOf().processor.enable(processorAccountId);
    merchant.isBack = true;
    simulation.reach("onboarded again");
    return;
  }
  simulation.violate("liveness", `a merchant that left with ${former} is never onboarded again`);
}

/** Until the webhook has come, the former account is still its own: longer than any webhook takes. */
const MAX_LOOKS = 200;
