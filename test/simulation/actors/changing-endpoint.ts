import { createHmac } from "node:crypto";
import { unseal } from "../../../shared/domain/access/signing-secret.ts";
import { findEndpoint } from "../../../shared/domain/events/callback-endpoint.ts";
import { EVENT_NAMES, PAYLOADS } from "../../../shared/domain/events/event-types.ts";
import type { Merchant } from "../../../shared/ledger/merchants.ts";
import { merchantKey } from "../../../shared/ledger/table.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import { notePosted } from "../checks/attempt-of.ts";
import { checkPosted } from "../checks/endpoints.ts";
import { partsOf, type ReceivedCallback, type ReceiverAnswer } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";
import type { MerchantServer } from "./merchant-server.ts";

const MINUTE_MS = 60_000;
const FOREVER = { tries: 1_000 };
const PATH = "/v1/callback-endpoints";
const ONE = `${PATH}/{id}`;

const SHARE = 0.1;

type Part = { merchantId: string; number: number; server: MerchantServer; callbackKey: string };

/** A server that a merchant tries an endpoint with: it is created, changed, paused, resumed and deleted. */
export class TrialServer {
  /** The last one is the merchant's own server as well: its own endpoint may get it in the same moment. */
  readonly urls: readonly string[];
  readonly accepted = new Set<string>();
  /** When its pause or its deletion was answered; undefined: it is there, or may be. */
  quietSince: number | undefined = 0;
  private readonly simulation: Simulation;
  private readonly part: Part;

  constructor(simulation: Simulation, part: Part) {
    this.simulation = simulation;
    this.part = part;
    const { number } = part;
    const own = ["one", "two"].map((name) => `https://trial-${number}.example.com/${name}`);
    this.urls = [...own, `https://shop-${number}.example.com/shared`];
  }

  static drawn = (simulation: Simulation): boolean => simulation.chance("changing endpoints").happens(SHARE);

  receive(callback: ReceivedCallback): ReceiverAnswer {
    if (this.isOfOwn(callback)) return this.part.server.receive(callback);
    const { simulation } = this;
    const { merchantId } = this.part;
    const { url, headers, body, isZombie, since } = callback;
    const eventId = headers["Svc-Event-Id"] ?? "";
    const others = [merchantId, `${merchantId}/books`].map(endpointIdOf);
    notePosted(simulation, headers, (endpointId) => !others.includes(endpointId));
    const told = JSON.parse(Buffer.from(body).toString()) as { id: string; payload?: string; type: string };
    const { payload = "processor", type } = told;
    if (told.id !== eventId) simulation.violate("I10", `the callback ${eventId} carries ${told.id}`);
    checkPosted(simulation, merchantId, { url, eventId, type, payload, since });
    if (!isZombie && this.quietSince !== undefined && since > this.quietSince)
      simulation.violate("choice", `${eventId} is sent to ${url}, which was answered as paused or deleted`);
    if (simulation.faults.strikes("receiver-down")) return { status: 503, latencyMs: 0 };
    simulation.reach("told at a changing endpoint");
    this.accepted.add(eventId);
    return { status: 200, latencyMs: 0 };
  }

  /** By its secrets: at one URL both endpoints may be heard of, one after the other. */
  private isOfOwn({ headers, body }: ReceivedCallback): boolean {
    const { merchantId, callbackKey: key } = this.part;
    const merchant = (partsOf().table.peek(merchantKey(merchantId)) ?? {}) as Partial<Merchant>;
    const own = findEndpoint(merchant, this.part.server.endpointId);
    const signed = headers["Svc-Signature"] ?? "";
    const time = /t=(\d+)/.exec(signed)?.[1];
    return (own?.secrets ?? []).some(({ box }) => {
      const hmac = createHmac("sha256", unseal(box, { key, merchantId }));
      return signed.includes(`v1=${hmac.update(`${time}.`).update(body).digest("hex")}`);
    });
  }
}

export async function runChangingEndpointStory(simulation: Simulation, client: Client): Promise<void> {
  const { trial } = client.merchant;
  if (!trial) return;
  const chance = simulation.chance("changing endpoints");
  const sleep = (longestMinutes: number) =>
    simulation.clock.sleep(chance.between(0, longestMinutes * MINUTE_MS));
  for (let lives = chance.between(1, 3); lives > 0; lives--) {
    await sleep(chance.oneOf([1, 10, 30]));
    const endpointId = await create(simulation, client, trial);
    if (endpointId === undefined) return;
    simulation.reach("changing endpoints created");
    for (let changes = chance.between(0, 3); changes > 0; changes--) {
      await sleep(chance.oneOf([1, 10, 60]));
      await change(simulation, client, { trial, endpointId });
    }
    if (lives === 1 && chance.happens(0.5)) return;
    await sleep(chance.oneOf([1, 10, 60]));
    const deleted = await client.persist(
      { function: "callback-endpoints", path: `${ONE}/delete`, id: endpointId, body: {} },
      FOREVER,
    );
    if (deleted?.statusCode !== 200 && deleted?.statusCode !== 404) return;
    trial.quietSince = simulation.clock.now;
    simulation.reach("changing endpoints deleted");
  }
}

/** undefined: there is no way to know, because the merchant has left. */
async function create(
  simulation: Simulation,
  client: Client,
  trial: TrialServer,
): Promise<string | undefined> {
  const chance = simulation.chance("changing endpoints");
  const own = trial.urls.slice(0, -1);
  for (let url = chance.oneOf(trial.urls), tries = 0; tries < 10; url = chance.oneOf(own), tries++) {
    const body = { url, ...drawChoice(simulation) };
    trial.quietSince = undefined;
    if (!own.includes(url)) void claimForOwn(simulation, client, url);
    const request = { function: "callback-endpoints", path: PATH, body };
    const answer = await client.persist(request, FOREVER);
    if (!answer) return undefined;
    if (answer.statusCode === 201) return (JSON.parse(answer.body) as { id: string }).id;
    // Its answer may have been lost before: then the URL is there. Or it is the own endpoint's by now.
    const found = await find(client, url);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** In the same moment the own endpoint is to have the URL: one of the two requests is rejected. Later it goes back. */
async function claimForOwn(simulation: Simulation, client: Client, url: string): Promise<void> {
  const chance = simulation.chance("changing endpoints");
  if (!chance.happens(0.7)) return;
  simulation.reach("a URL asked for by two endpoints");
  const { server } = client.merchant;
  const change = (body: object) => ({
    function: "callback-endpoints",
    ...{ path: ONE, id: server.endpointId, body },
  });
  await client.send(change({ url }));
  await simulation.clock.sleep(chance.between(0, 20 * MINUTE_MS));
  await client.persist(change({ url: server.url }), FOREVER);
}

async function find(client: Client, url: string): Promise<string | undefined> {
  const answer = await client.persist({ function: "get-callback-endpoint", path: PATH }, FOREVER);
  if (answer?.statusCode !== 200) return undefined;
  const endpoints = JSON.parse(answer.body) as { id: string; url: string }[];
  return endpoints.find(
    (endpoint) => endpoint.url === url && endpoint.id !== client.merchant.server.endpointId,
  )?.id;
}

function drawChoice(simulation: Simulation): { events?: readonly string[] | null; payload?: string } {
  const chance = simulation.chance("changing endpoints");
  const some = EVENT_NAMES.filter(() => chance.happens(0.5));
  const events = chance.oneOf([undefined, null, some]);
  return { ...(events !== undefined && { events }), payload: chance.oneOf([...PAYLOADS]) };
}

type Trial = { trial: TrialServer; endpointId: string };

async function change(
  simulation: Simulation,
  client: Client,
  { trial, endpointId: id }: Trial,
): Promise<void> {
  const chance = simulation.chance("changing endpoints");
  const ask = (action: string) =>
    client.persist(
      { function: `${action}-callback-endpoint`, path: `${ONE}/${action}`, id, body: {} },
      FOREVER,
    );
  if (chance.happens(0.5)) {
    const paused = await ask("disable");
    if (paused?.statusCode === 200) trial.quietSince = simulation.clock.now;
    await simulation.clock.sleep(chance.between(1_000, chance.oneOf([5, 40]) * MINUTE_MS));
    trial.quietSince = undefined;
    await ask("enable");
    return;
  }
  const url = chance.oneOf([undefined, ...trial.urls]);
  if (url !== undefined && url === trial.urls.at(-1)) void claimForOwn(simulation, client, url);
  const body = { ...(url !== undefined && { url }), ...drawChoice(simulation) };
  await client.persist({ function: "callback-endpoints", path: ONE, id, body }, FOREVER);
  simulation.reach("changing endpoints changed");
}
