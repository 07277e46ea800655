import type { HttpAnswer } from "../world/functions.ts";
import type { Simulation } from "../world/simulation.ts";

type Request = { function: string; id?: string; body?: object; key?: string };

const LEASE_MS = 60_000;
/** A retry may come just before the lease ends, and the next only seconds later. */
const SLACK_MS = 30_000;

/** What must hold of every answer that the service gives, heard or not. */
export class AnswerChecks {
  private readonly simulation: Simulation;
  private readonly answered = new Map<string, { bytes: string; body: string; repeat: () => unknown }>();
  private readonly bodies = new Map<string, Set<string>>();
  private readonly waitingSince = new Map<string, number>();
  calmSince = Number.POSITIVE_INFINITY;

  constructor(simulation: Simulation) {
    this.simulation = simulation;
  }

  /** Before it is sent. */
  expect(merchantId: string, { function: name, id = "", key, body }: Request): void {
    if (key === undefined) return;
    const scope = `${name} ${merchantId} ${id} ${key}`;
    this.bodies.set(scope, (this.bodies.get(scope) ?? new Set()).add(JSON.stringify(body)));
  }

  /** Each request that was answered well, to be sent once more. */
  repeats = (): (() => unknown)[] => [...this.answered.values()].map(({ repeat }) => repeat);

  /** `repeat` sends the request once more. */
  observe(merchantId: string, request: Request, answer: HttpAnswer, repeat: () => unknown): void {
    const { key, function: name, id = "" } = request;
    const problem = problemOf(answer);
    this.simulation.reach(`answers ${answer.statusCode}${problem}`);
    const scope = `${name} ${merchantId} ${id} ${key}`;
    // A key of its own for the processor is the caller's affair.
    const hasOwnKey = "idempotencyKey" in (request.body ?? {});
    const isOneBody = !hasOwnKey && (this.bodies.get(scope)?.size ?? 0) < 2;
    if (problem === " idempotency-conflict" && isOneBody)
      this.simulation.violate("I2", `${scope} is a conflict, and was only ever sent with one body`);
    if (key === undefined) return;
    this.checkWaiting(scope, answer);
    if (answer.headers["Idempotent-Replayed"]) this.simulation.reach("replays");
    if (answer.statusCode >= 300) return;
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

  /** I9: once things are calm, a key is in progress for one lease at most. */
  private checkWaiting(scope: string, answer: HttpAnswer): void {
    const { now } = this.simulation.clock;
    if (!answer.body.includes("/problems/in-progress")) {
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

const problemOf = ({ statusCode, body }: HttpAnswer): string =>
  statusCode < 400 ? "" : ` ${/\/problems\/([a-z-]+)/.exec(body)?.[1] ?? ""}`;
