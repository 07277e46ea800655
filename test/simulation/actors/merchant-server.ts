import { createHmac } from "node:crypto";
import { deliveryKey } from "../../../shared/ledger/table.ts";
import { endpointIdOf } from "../../support/event-item.ts";
import { attemptOf } from "../checks/attempt-of.ts";
import { checkPosted } from "../checks/endpoints.ts";
import { checkShown, noteTaken, type ShownBody } from "../checks/told-versions.ts";
import type { Item } from "../ledger/values.ts";
import { partsOf, type ReceivedCallback, type ReceiverAnswer } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";

type Post = {
  at: number;
  attempt: number;
  isZombie: boolean;
  deliveryRound: number;
  requestedSeconds?: number;
};

/** A body of either payload, as far as it is looked at. */
type Told = ShownBody & { id: string; type: string; payload?: "service" };

const HOUR_MS = 3_600_000;
const TOLERANCE_SECONDS = 300;
const MAX_ATTEMPTS = 8;
/** The schedule's step after an attempt's claim, less its jitter, what clocks may differ, and the time from claim to post. */
const shortestGapMs = (attempt: number): number => 30_000 * 4 ** (attempt - 1) * 0.8 - 6_000 - 4_500;
const LONGEST_STEP_MS = 11.4 * HOUR_MS;

/** A receiver's own wish counts up to twice the step, where it was heard: then the attempt is on the delivery's log. */
function requestedMs(
  { deliveryRound, attempt, requestedSeconds = 0 }: Post,
  record: Item | undefined,
): number {
  const log = (record?.log ?? []) as { deliveryRound: number; attempt: number; status?: number }[];
  const isHeard = log.some(
    (entry) =>
      entry.deliveryRound === deliveryRound && entry.attempt === attempt && entry.status !== undefined,
  );
  return isHeard ? Math.min(requestedSeconds * 1_000, 2 * 30_000 * 4 ** (attempt - 1)) - 6_000 : 0;
}

/** A merchant's receiver: it verifies as the integrators' page says, and is up, down, slow or dead. */
export class MerchantServer {
  readonly endpointId: string;
  readonly url: string;
  readonly merchantId: string;
  readonly posts = new Map<string, Post[]>();
  readonly accepted = new Set<string>();
  secret: string;
  /** The earliest time at which a rotation may have ended the secret that this server uses. */
  secretEndsAt = Number.POSITIVE_INFINITY;
  /** Its own, former ones included. */
  readonly accountIds = new Set<string>();
  readonly isDead: boolean;
  /** It begins the day with the service payload: then it does not hear of what is about no payment. */
  readonly isServicePayload: boolean;
  private readonly downUntil: number;
  /** While it is down, it answers nothing at all: its endpoint is paused. */
  private readonly hangs: boolean;
  /** It fails so many attempts of every event, and takes the next one. */
  private readonly failsFirst: number;
  private readonly simulation: Simulation;

  constructor(simulation: Simulation, { merchantId, url }: { merchantId: string; url: string }) {
    const chance = simulation.chance("servers");
    this.simulation = simulation;
    this.url = url;
    this.merchantId = merchantId;
    this.endpointId = endpointIdOf(merchantId);
    this.secret = `whsec_${merchantId}`;
    const canBeDown = simulation.faults.exists("receiver-down");
    // A dead letter that is lost on its way shows only where there are dead letters.
    this.isDead = canBeDown && chance.happens(simulation.faults.exists("queue-down") ? 0.6 : 0.3);
    this.downUntil =
      canBeDown && chance.happens(0.6) ? simulation.clock.now + chance.between(60_000, 30 * HOUR_MS) : 0;
    this.hangs =
      simulation.faults.exists("receiver-slow") && simulation.chance("hanging servers").happens(0.5);
    this.isServicePayload = simulation.chance("payloads").happens(0.4);
    this.failsFirst = simulation.faults.exists("receiver-recovers") ? chance.oneOf([1, 2, 7, 7]) : 0;
  }

  private isDown(attempt: number): boolean {
    const { clock, faults } = this.simulation;
    return this.isDead || clock.now < this.downUntil || (attempt <= this.failsFirst && !faults.areOver());
  }

  receive(callback: ReceivedCallback): ReceiverAnswer {
    const { simulation } = this;
    const told = JSON.parse(Buffer.from(callback.body).toString()) as Told;
    this.check(callback, told);
    const chance = simulation.chance("servers");
    const eventId = callback.headers["Svc-Event-Id"] ?? "";
    const isDown = this.isDown(Number(callback.headers["Svc-Attempt"]));
    if (isDown && this.hangs) return { status: 500, latencyMs: 60_000 };
    if (isDown || simulation.faults.strikes("receiver-down")) {
      const status = chance.oneOf([500, 503, 404, 302, 429]);
      if (!chance.happens(0.3)) return { status, latencyMs: 0 };
      const retryAfterSeconds = chance.between(1, 4000);
      const post = this.posts.get(eventId)?.at(-1);
      if (post) post.requestedSeconds = retryAfterSeconds;
      return { status, latencyMs: 0, retryAfterSeconds };
    }
    this.accepted.add(eventId);
    if (told.payload === "service") noteTaken(simulation, told);
    const latencyMs = simulation.faults.strikes("receiver-slow") ? chance.between(1_000, 14_000) : 0;
    return { status: 200, latencyMs };
  }

  private check({ url, headers, body, isZombie, since }: ReceivedCallback, told: Told): void {
    const { simulation } = this;
    const { now } = simulation.clock;
    const eventId = headers["Svc-Event-Id"] ?? "";
    const attempt = Number(headers["Svc-Attempt"]);
    this.checkSignature(headers["Svc-Signature"] ?? "", body, isZombie);
    const { id, type, payload = "processor", payment } = told;
    const account = typeof told.account === "object" ? told.account.processorAccountId : told.account;
    if (payload !== (headers["Svc-Payload"] ?? "processor"))
      simulation.violate("I10", `${eventId} is of another payload than its header says`);
    if (payment) {
      simulation.reach("service payloads");
      checkShown(simulation, payment);
    }
    if (id !== eventId) simulation.violate("I10", `the callback ${eventId} carries the event ${id}`);
    // None: it was detached. The next one may be told before its creation is answered.
    const isNamed = account !== undefined && account !== null && this.accountIds.size > 0;
    if (isNamed && !this.accountIds.has(account) && partsOf().processor.ownerOf(account) !== this.merchantId)
      simulation.violate("I7", `${this.url} hears of another merchant's event`);
    const { endpointId } = this;
    const record = partsOf().table.peek(deliveryKey(eventId, endpointId));
    const deliveryRound = Number(record?.deliveryRound ?? 1);
    checkPosted(simulation, this.merchantId, { url, eventId, type, payload, since });
    simulation.claimedAttempts.delete(attemptOf({ eventId, endpointId, deliveryRound, attempts: attempt }));
    const earlier = this.posts.get(eventId) ?? [];
    this.posts.set(eventId, [...earlier, { at: now, attempt, isZombie, deliveryRound }]);
    if (attempt < 1 || attempt > MAX_ATTEMPTS) simulation.violate("I6", `${eventId} has attempt ${attempt}`);
    const same = earlier.filter((post) => post.attempt === attempt).length + 1;
    if (same > deliveryRound)
      simulation.violate(
        "I6",
        `attempt ${attempt} of ${eventId} is posted ${same} times in ${deliveryRound} rounds`,
      );
    const before = earlier.findLast((post) => post.deliveryRound === deliveryRound && !post.isZombie);
    const gap =
      before &&
      Math.min(Math.max(shortestGapMs(before.attempt), requestedMs(before, record)), LONGEST_STEP_MS);
    if (before && gap !== undefined && !isZombie && now - before.at < gap)
      simulation.violate("I6", `${eventId} is posted again after ${now - before.at} ms, attempt ${attempt}`);
  }

  private checkSignature(header: string, body: Uint8Array, isZombie: boolean): void {
    const { simulation } = this;
    const parts = header.split(",").map((part) => part.split("=", 2));
    const time = Number(parts.find(([name]) => name === "t")?.[1]);
    const isFresh = Math.abs(simulation.clock.now / 1000 - time) <= TOLERANCE_SECONDS;
    if (!isFresh && !isZombie) simulation.violate("I10", `a callback is signed for ${time}`);
    const expected = createHmac("sha256", this.secret).update(`${time}.`).update(body).digest("hex");
    const isGenuine = parts.some(([name, hex]) => name === "v1" && hex === expected);
    if (!isGenuine && !isZombie && simulation.clock.now < this.secretEndsAt)
      simulation.violate("I10", `${this.url} cannot verify a callback with its secret`);
  }
}
