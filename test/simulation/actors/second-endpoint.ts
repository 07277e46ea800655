import { createHmac } from "node:crypto";
import { endpointIdOf } from "../../support/event-item.ts";
import { notePosted } from "../checks/attempt-of.ts";
import { checkPosted } from "../checks/endpoints.ts";
import { type Copies, keepNewest, type ShownBody } from "../checks/told-versions.ts";
import type { ReceivedCallback, ReceiverAnswer } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import type { Client } from "./client.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FOREVER = { tries: 1_000 };
const PATH = "/v1/callback-endpoints/{id}";

const SHARE = 0.12;

const UPDATES = ["payment.updated", "payout.updated", "account.updated"];

/** The merchant's bookkeeping: a second endpoint, with a secret of its own and the service payload. */
export class SecondServer {
  readonly endpointId: string;
  readonly url: string;
  readonly secret: string;
  /** What a receiver has that keeps the highest version. */
  readonly copies: Copies = new Map();
  readonly accepted = new Set<string>();
  /** Either the default ones, or only the updates. */
  readonly events: readonly string[] | undefined;
  private readonly merchantId: string;
  private readonly downUntil: number;
  private readonly simulation: Simulation;

  constructor(simulation: Simulation, { merchantId, number }: { merchantId: string; number: number }) {
    const chance = simulation.chance("second endpoints");
    this.simulation = simulation;
    this.merchantId = merchantId;
    this.endpointId = endpointIdOf(`${merchantId}/books`);
    this.url = `https://books-${number}.example.com/hook`;
    this.secret = `whsec_books_${merchantId}`;
    this.events = chance.oneOf([undefined, UPDATES]);
    const isDown = simulation.faults.exists("receiver-down") && chance.happens(0.5);
    this.downUntil = isDown ? simulation.clock.now + chance.between(MINUTE_MS, 30 * HOUR_MS) : 0;
  }

  static drawn = (simulation: Simulation): boolean => simulation.chance("second endpoints").happens(SHARE);

  receive({ url, headers, body, isZombie, since }: ReceivedCallback): ReceiverAnswer {
    const { simulation } = this;
    const told = JSON.parse(Buffer.from(body).toString()) as ShownBody & {
      id: string;
      type: string;
      payload?: string;
    };
    const eventId = headers["Svc-Event-Id"] ?? "";
    notePosted(simulation, headers, (endpointId) => endpointId === this.endpointId);
    if (told.id !== eventId) simulation.violate("I10", `the callback ${eventId} carries ${told.id}`);
    const { type, payload = "processor" } = told;
    checkPosted(simulation, this.merchantId, { url, eventId, type, payload, since });
    const time = /t=(\d+)/.exec(headers["Svc-Signature"] ?? "")?.[1];
    const expected = createHmac("sha256", this.secret).update(`${time}.`).update(body).digest("hex");
    if (!headers["Svc-Signature"]?.includes(`v1=${expected}`) && !isZombie)
      simulation.violate("I10", `${this.url} cannot verify a callback with its own secret`);
    if (simulation.clock.now < this.downUntil || simulation.faults.strikes("receiver-down"))
      return { status: 503, latencyMs: 0 };
    simulation.reach("told at a second endpoint");
    this.accepted.add(eventId);
    keepNewest(this.copies, told);
    return { status: 200, latencyMs: 0 };
  }
}

/** It is paused, and events are sent to it again, while the other endpoint goes on. */
export async function runSecondEndpointStory(simulation: Simulation, client: Client): Promise<void> {
  const { books } = client.merchant;
  const chance = simulation.chance("second endpoints");
  if (!books || chance.happens(0.4)) return;
  const ask = (action: string) =>
    client.persist(
      {
        function: `${action}-callback-endpoint`,
        path: `${PATH}/${action}`,
        id: books.endpointId,
        body: {},
      },
      FOREVER,
    );
  for (let pauses = chance.oneOf([0, 1, 2]); pauses > 0; pauses--) {
    await simulation.clock.sleep(chance.between(0, 20 * MINUTE_MS));
    await ask("disable");
    await simulation.clock.sleep(chance.between(1_000, chance.oneOf([5, 40]) * MINUTE_MS));
    await ask("enable");
  }
  await simulation.clock.sleep(chance.between(0, 60 * MINUTE_MS));
  // Without a name it is all of them.
  const to = chance.oneOf([{ endpointId: books.endpointId }, {}]);
  await client.send({ function: "recover-events", body: to });
  const [eventId] = [...books.accepted];
  if (eventId) await client.send({ function: "redeliver-event", id: eventId, body: { force: true, ...to } });
}
