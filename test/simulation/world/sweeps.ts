import { timeOfSort, UNRESOLVED } from "../../../shared/ledger/table.ts";
import type { FakeTable } from "../ledger/fake-table.ts";
import type { Item } from "../ledger/values.ts";
import { invoke } from "./functions.ts";
import type { Simulation } from "./simulation.ts";

/** A schedule that lets some of its minutes pass: the list must bear that, and a seed costs less. */
const EVERY_MINUTES = [5, 30, 60, 60];

/** Invokes the sweep by the clock. Times at which nothing is due are left out: a sweep would find nothing. */
export class Sweeps {
  private readonly simulation: Simulation;
  private readonly table: () => FakeTable;
  private readonly everyMs: number;
  private plannedAt = Number.POSITIVE_INFINITY;

  constructor(simulation: Simulation, table: () => FakeTable) {
    this.simulation = simulation;
    this.table = table;
    this.everyMs = simulation.chance("sweeps").oneOf(EVERY_MINUTES) * 60_000;
  }

  /** Something may have come onto the list. */
  notice({ dueShard, dueSort }: Item): void {
    if (typeof dueSort === "string" && dueShard !== UNRESOLVED) this.plan(timeOfSort(dueSort));
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
      for (const item of this.table().all()) this.notice(item);
    });
  }

  private sweepIfDue(): void {
    const { clock, faults } = this.simulation;
    const { now } = clock;
    // Without visits the claims of clients that come back after a day are still open.
    if (faults.exists("sweeps-off") && !faults.areOver()) return;
    const isDue = ({ dueSort, dueShard }: Item) =>
      typeof dueSort === "string" && dueShard !== UNRESOLVED && timeOfSort(dueSort) <= now;
    if (!this.table().all().some(isDue)) return;
    this.simulation.reach("sweeps");
    void invoke("sweep", {});
  }
}
