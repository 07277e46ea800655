import { launch, SpawnedStack, type SpawnOptions, temporaryFolder } from "./spawned-stack.ts";

/** A stack that is killed and started again under its users' hands. */
export class MortalStack {
  private readonly stateDir = temporaryFolder();
  private current: SpawnedStack | undefined;
  private secondsAhead = 0;

  async start(): Promise<void> {
    this.current = await SpawnedStack.start(this.stateDir, this.settings);
  }

  async kill(): Promise<void> {
    const dying = this.current;
    this.current = undefined;
    await dying?.stop("SIGKILL");
  }

  /** A start that does not come to its end. */
  async dieStarting(afterMs: number): Promise<void> {
    const { child } = launch(this.stateDir, this.settings);
    const gone = new Promise((resolve) => child.once("exit", resolve));
    setTimeout(() => child.kill("SIGKILL"), afterMs);
    await gone;
  }

  /** The next start happens so much later, by all that the stack can see of time. */
  letPass(seconds: number): void {
    this.secondsAhead += seconds;
  }

  private get settings(): SpawnOptions {
    return { nodeArguments: clockAhead(this.secondsAhead) };
  }

  async alive(): Promise<SpawnedStack> {
    while (!this.current) await new Promise((resolve) => setTimeout(resolve, 20));
    return this.current;
  }
}

/**
 * A process whose clock is ahead. Its servers must not put Node's own, unmoved time into their answers: the AWS SDK
 * would see a skewed clock and take every rejection for a consequence of it.
 */
const clockAhead = (seconds: number) => [
  `--import=data:text/javascript,${encodeURIComponent(`
    import { ServerResponse } from "node:http";
    Object.defineProperty(ServerResponse.prototype, "sendDate", { get: () => false, set() {} });
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) { given.length ? super(...given) : super(Date.now()); }
      static now() { return Real.now() + ${seconds * 1000}; }
    };
  `)}`,
];
