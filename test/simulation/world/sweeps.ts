import { timeOfSort, UNRESOLVED } from "../../../shared/ledger/table.ts";
import type { Item } from "../ledger/values.ts";
import { invoke } from "./functions.ts";
import type { Simulation } from "./simulation.ts";

/** A schedule that lets some of its minutes pass: the list must bear that, and a seed costs less. */
const EVERY_MINUTES = [5, 30, 60, 60];

/** Invokes the sweep by the clock. Times at which nothing is due are left out: a sweep would find nothing. */
export class Sweeps {
  private readonly simulation: Simulation;
  private readonly everyMs: number;
  private plannedAt = Number.POSITIVE_INFINITY;
  /** When each item on the list is due. */
  private readonly due = new Map<string, number>();

  constructor(simulation: Simulation) {
    this.simulation = simulation;
    this.everyMs = simulation.chance("sweeps").oneOf(EVERY_MINUTES) * 60_000;
  }

  /** Something may have come onto the list, or left it. */
  notice({ pk, sk, dueShard, dueSort }: Item): void {
    const id = `${pk} ${sk}`;
    if (typeof dueSort !== "string" || dueShard === UNRESOLVED) {
      this.due.delete(id);
      return;
    }
    const at = timeOfSort(dueSort);
    this.due.set(id, at);
    this.plan(at);
  }

  private plan(due: number): void {
    const { clock } = this.simulation;
    const at = Math.ceil((Math.max(due, clock.now) + 1) / this.everyMs) * this.everyMs;
    if (at >= this.plannedAt) return;
    this.plannedAt = at;
    clock.at(at, () => {
      if (this.plannedAt !== at) return;
      this.plannedAt = Number.POSITIVE_INFINITY;
      this.sweepIfDue();
      if (this.due.size > 0) this.plan(this.firstDue());
    });
  }

  private sweepIfDue(): void {
    const { clock, faults } = this.simulation;
    // Without visits the claims of clients that come back after a day are still open.
    if (faults.exists("sweeps-off") && !faults.areOver()) return;
    if (this.firstDue() > clock.now) return;
    this.simulation.reach("sweeps");
    void invoke("sweep", {});
  }

  private firstDue = (): number => Math.min(...this.due.values());
}
