export type Timer = { cancel: () => void };

class Task implements Timer {
  isCanceled = false;
  readonly at: number;
  readonly tie: number;
  readonly run: () => void;
  /** It settles no promise, so that nothing has to come to rest after it. */
  readonly isQuiet: boolean;

  constructor(at: number, tie: number, run: () => void, isQuiet: boolean) {
    this.at = at;
    this.tie = tie;
    this.run = run;
    this.isQuiet = isQuiet;
  }

  cancel(): void {
    this.isCanceled = true;
  }
}

const SETTLED = Promise.resolve();

/**
 * Virtual time: one heap of what is to happen, by time, and among what happens at the same time by a seeded draw. The
 * next task begins when everything that the one before has set off has come to rest.
 */
export class Clock {
  now: number;
  steps = 0;
  private readonly heap: Task[] = [];
  private readonly tie: () => number;

  constructor(startMs: number, tie: () => number) {
    this.now = startMs;
    this.tie = tie;
  }

  at(at: number, run: () => void, { isQuiet = false } = {}): Timer {
    const task = new Task(Math.max(at, this.now), this.tie(), run, isQuiet);
    this.push(task);
    return task;
  }

  after = (ms: number, run: () => void): Timer => this.at(this.now + ms, run);

  quietlyAfter = (ms: number, run: () => void): Timer => this.at(this.now + ms, run, { isQuiet: true });

  sleep = (ms: number): Promise<void> => new Promise((resolve) => this.after(ms, resolve));

  /** Until the time, until nothing is left, or until `isOver` says so. */
  runUntil(until: number, isOver: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const step = (): void => {
        for (let isAtRest = true; isAtRest; ) {
          const task = this.heap[0];
          if (!task || task.at > until || isOver()) {
            if (!isOver()) this.now = Math.max(this.now, until);
            resolve();
            return;
          }
          this.pop();
          isAtRest = task.isCanceled || task.isQuiet;
          if (task.isCanceled) continue;
          this.now = task.at;
          this.steps++;
          task.run();
        }
        comeToRest();
      };
      // From a microtask, so that all that the task has set off runs first; and never over the event loop, which
      // would cost more than the step.
      const goOn = (): void => process.nextTick(step);
      const comeToRest = (): void => void SETTLED.then(goOn);
      comeToRest();
    });
  }

  private push(task: Task): void {
    const { heap } = this;
    let place = heap.push(task) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(task, heap[parent] as Task)) break;
      heap[place] = heap[parent] as Task;
      place = parent;
    }
    heap[place] = task;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop() as Task;
    if (heap.length === 0) return;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Task, heap[child] as Task)) child++;
      if (!isBefore(heap[child] as Task, last)) break;
      heap[place] = heap[child] as Task;
      place = child;
    }
    heap[place] = last;
  }
}

const isBefore = (one: Task, other: Task): boolean =>
  one.at < other.at || (one.at === other.at && one.tie < other.tie);
