import { deliveryKey, eventKey } from "../../../shared/ledger/table.ts";
import { type HttpAnswer, MAX_SKEW_MS } from "../world/functions.ts";
import { partsOf } from "../world/parts.ts";
import type { Simulation } from "../world/simulation.ts";
import { checkGranted, checkInvitation, checkLeft } from "./against-processor.ts";

type Request = { function: string; id?: string; body?: object; key?: string };

const scopeOf = (merchantId: string, { function: name, id = "", key }: Request): string =>
  `${name} ${merchantId} ${id} ${key}`;

const LEASE_MS = 60_000;
/** A retry may come just before the lease ends, and the next only seconds later. */
const SLACK_MS = 30_000;
const MAX_PUT_OFF = 2;
/** What was sent may be under way for a quarter of an hour: no wait is longer. */
const LONGEST_WAIT_MS = 15 * 60_000;
/** Two answers that name one end differ by their functions' clocks, and by how long each function took. */
const WAIT_ENDS_WITHIN_MS = 2 * MAX_SKEW_MS;

type Observed = {
  answer: HttpAnswer;
  /** No fault has struck at the function that gave it. */
  isUndisturbed: boolean;
  /** Sends the request once more. */
  repeat: () => Promise<HttpAnswer | undefined>;
};

/** What must hold of every answer that the service gives, heard or not. */
export class AnswerChecks {
  private readonly simulation: Simulation;
  private readonly answered = new Map<
    string,
    { bytes: string; body: string; repeat: () => Promise<HttpAnswer | undefined> }
  >();
  private readonly bodies = new Map<string, Set<string>>();
  private readonly sentSince = new Map<string, number>();
  private readonly putOff = new Map<string, { times: number; at: number; until: number }>();
  private readonly waitingSince = new Map<string, number>();
  calmSince = Number.POSITIVE_INFINITY;

  constructor(simulation: Simulation) {
    this.simulation = simulation;
  }

  /** Before it is sent. */
  expect(merchantId: string, request: Request): void {
    const { key, body } = request;
    const scope = scopeOf(merchantId, request);
    this.sentSince.set(scope, this.sentSince.get(scope) ?? this.simulation.clock.now);
    if (key === undefined) return;
    this.bodies.set(scope, (this.bodies.get(scope) ?? new Set()).add(JSON.stringify(body)));
  }

  /** Its key may be the one that the service made for a request that had none. */
  private begunAt(merchantId: string, { key, ...request }: Request): number {
    const [first = 0, unkeyed = first] = [{ ...request, ...(key && { key }) }, request].map((sent) =>
      this.sentSince.get(scopeOf(merchantId, sent)),
    );
    return Math.min(first, unkeyed);
  }

  /** Its function died: what it sent may still be carried out. */
  lose = (merchantId: string, request: Request): unknown => this.putOff.delete(scopeOf(merchantId, request));

  /** Each request that was answered well, to be sent once more; of one function, or of all. */
  repeats = (name = ""): (() => Promise<HttpAnswer | undefined>)[] =>
    [...this.answered].filter(([scope]) => scope.startsWith(name)).map(([, { repeat }]) => repeat);

  /** The ledger has lost the bytes of its answers: from here on others may be given. */
  forget = (): void => this.answered.clear();

  observe(merchantId: string, request: Request, { answer, isUndisturbed, repeat }: Observed): void {
    const { key, function: name, id = "" } = request;
    const problem = problemOf(answer);
    this.simulation.reach(`answers ${answer.statusCode}${problem}`);
    const scope = scopeOf(merchantId, request);
    // The caller's own key for the processor may be used up: another order has it too, or an error is saved under it.
    const hasOwnKey = (request.body as { idempotencyKey?: string } | undefined)?.idempotencyKey !== undefined;
    const isOneBody = !hasOwnKey && (this.bodies.get(scope)?.size ?? 0) < 2;
    if (problem === " idempotency_conflict" && isOneBody)
      this.simulation.violate("I2", `${scope} is a conflict, and was only ever sent with one body`);
    if (problem === " refund_exceeds_charge" && !("amountCents" in (request.body ?? {})))
      checkLeft(this.simulation, id, this.begunAt(merchantId, request));
    if (name === "redeliver-event" && answer.statusCode < 300) this.checkApplied(id);
    const { amountCents } = (request.body ?? {}) as { amountCents?: number };
    if (name === "refund-payment" && key === undefined && amountCents !== undefined) {
      if (isInviting(answer)) checkInvitation(this.simulation, { svcPaymentId: id, amountCents });
      if (answer.statusCode === 200) checkGranted(this.simulation, { svcPaymentId: id, amountCents });
    }
    if (key === undefined) return;
    // A failed refund has one claim: who waits for it waits for any request that replaces it.
    const { replaces } = (request.body ?? {}) as { replaces?: string };
    const claim = replaces ? `${merchantId} ${id} ${replaces}` : scope;
    this.checkWaiting(claim, answer);
    this.checkPutOff(claim, answer, isUndisturbed);
    if (answer.headers["Idempotent-Replayed"]) this.simulation.reach("replays");
    // A reader that waits for a card: nothing is answered for good yet.
    if (answer.statusCode >= 300 || answer.statusCode === 202) return;
    const first = this.answered.get(scope);
    const body = JSON.stringify(request.body);
    if (!first) {
      this.answered.set(scope, { bytes: answer.body, body, repeat });
      return;
    }
    if (first.bytes !== answer.body)
      this.simulation.violate("I2", `${scope} answers ${first.bytes} and then ${answer.body}`);
    if (first.body !== body) this.simulation.violate("I2", `${scope} answers another body`);
  }

  /**
   * A merchant is not sent what the ledger does not know, unless its server was sent it before: from the third visit on an
   * event is forwarded although it cannot be applied (seed 940 000 489).
   */
  private checkApplied(eventId: string): void {
    const { table } = partsOf();
    const { source, finishedAt, endpoints = [] } = table.peek(eventKey(eventId)) ?? {};
    const isSentBefore = (endpoints as string[]).some(
      (endpointId) => Number(table.peek(deliveryKey(eventId, endpointId))?.deliveryRound) > 1,
    );
    if (source !== "service" && finishedAt === undefined && !isSentBefore)
      this.simulation.violate("I5", `${eventId} is sent again, and was never applied`);
  }

  /**
   * One passing fault costs a client one retry. A request that no fault has touched may still be put off, where another
   * one is faster at this moment, or where the call that a fault has touched may yet be carried out; but not again and
   * again. The count begins anew with every fault, because each lost call must be waited for (seed 591 001 356). Clocks
   * differ: what ends a wait by one function's clock may be too early by the next one's (seed 720 018 363), so what is put
   * off again within that difference is the same wait. So is what comes before the end that Retry-After has named, because
   * its client lost that answer (seed 750 313 979): unless the end has moved, which no retry may bring about.
   */
  private checkPutOff(
    scope: string,
    { statusCode, body, headers }: HttpAnswer,
    isUndisturbed: boolean,
  ): void {
    const { now } = this.simulation.clock;
    // A reader that waits for another card may do so for long.
    const isPutOff = isUndisturbed && statusCode === 503 && !body.includes("The reader is busy");
    if (!isPutOff) {
      this.putOff.delete(scope);
      return;
    }
    const waitMs = Math.min(Number(headers["Retry-After"] ?? 0) * 1000, LONGEST_WAIT_MS);
    const last = this.putOff.get(scope);
    const isTooEarly = last && now < last.until && now + waitMs <= last.until + WAIT_ENDS_WITHIN_MS;
    if (last && (isTooEarly || now - last.at < MAX_SKEW_MS)) return;
    const times = (last?.times ?? 0) + 1;
    this.putOff.set(scope, { times, at: now, until: now + waitMs });
    if (times > MAX_PUT_OFF)
      this.simulation.violate("I9", `${scope} is put off ${times} times without a fault: ${body}`);
  }

  /** I9: once things are calm, a key is in progress for one lease at most. */
  private checkWaiting(scope: string, answer: HttpAnswer): void {
    const { now } = this.simulation.clock;
    if (!answer.body.includes('"code":"in_progress"')) {
      this.waitingSince.delete(scope);
      return;
    }
    this.simulation.reach("in progress");
    const since = Math.max(this.waitingSince.get(scope) ?? now, this.calmSince);
    this.waitingSince.set(scope, this.waitingSince.get(scope) ?? now);
    if (now - since > LEASE_MS + SLACK_MS)
      this.simulation.violate("I9", `${scope} has been in progress for ${now - since} ms`);
  }
}

const isInviting = ({ statusCode, body }: HttpAnswer): boolean =>
  statusCode >= 500 && body.includes('"retryable":true');

const problemOf = ({ statusCode, body }: HttpAnswer): string =>
  statusCode < 400 ? "" : ` ${/"code":"([a-z_]+)"/.exec(body)?.[1] ?? ""}`;
