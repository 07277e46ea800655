import type { FunctionSpec } from "../template/functions.ts";
import { ExecutionEnvironment } from "./execution-environment.ts";

/**
 * More idle ones are ended, the least recently used first. Some may stay, because starting one takes longer than most
 * calls.
 */
const MOST_IDLE = 64;

export type FunctionsOptions = {
  specs: readonly FunctionSpec[];
  variablesOf: (spec: FunctionSpec) => Record<string, string>;
  logFolder: string;
  onFailure: (text: string) => void;
};

export class DeployedFunctions {
  private readonly options: FunctionsOptions;
  private readonly byName: ReadonlyMap<string, FunctionSpec>;
  private readonly idle: { name: string; environment: ExecutionEnvironment }[] = [];
  private readonly all = new Set<ExecutionEnvironment>();
  private offsetMs = 0;
  /** A function that was never invoked has proven nothing. */
  readonly invocations = new Map<string, number>();

  constructor(options: FunctionsOptions) {
    this.options = options;
    this.byName = new Map(options.specs.map((spec) => [spec.name, spec]));
  }

  find(arn: string): FunctionSpec | undefined {
    const [name = "", alias] = arn.split(":").slice(arn.startsWith("arn:") ? 6 : 0);
    const spec = this.byName.get(name);
    return alias === undefined || spec?.aliases.includes(alias) ? spec : undefined;
  }

  async invoke(spec: FunctionSpec, event: unknown): Promise<unknown> {
    const { name } = spec;
    this.invocations.set(name, (this.invocations.get(name) ?? 0) + 1);
    try {
      const environment = this.takeIdle(name) ?? (await this.start(spec));
      return await environment.invoke(event).finally(() => this.putBack(name, environment));
    } catch (error) {
      this.options.onFailure(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  moveClock(offsetMs: number): void {
    this.offsetMs = offsetMs;
    for (const environment of this.all) if (!environment.hasEnded) environment.moveClock(offsetMs);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.all].map((environment) => environment.end()));
  }

  private takeIdle(name: string): ExecutionEnvironment | undefined {
    const place = this.idle.findLastIndex((one) => one.name === name && !one.environment.hasEnded);
    return place < 0 ? undefined : this.idle.splice(place, 1)[0]?.environment;
  }

  private async start(spec: FunctionSpec): Promise<ExecutionEnvironment> {
    const { variablesOf, logFolder } = this.options;
    const { offsetMs } = this;
    const environment = await ExecutionEnvironment.start({
      spec,
      variables: variablesOf(spec),
      offsetMs,
      logFolder,
    });
    this.all.add(environment);
    // The clock may have been moved while it started.
    if (offsetMs !== this.offsetMs) environment.moveClock(this.offsetMs);
    return environment;
  }

  private putBack(name: string, environment: ExecutionEnvironment): void {
    if (environment.hasEnded) {
      this.all.delete(environment);
      return;
    }
    this.idle.push({ name, environment });
    if (this.idle.length <= MOST_IDLE) return;
    const oldest = this.idle.shift()?.environment;
    if (!oldest) return;
    this.all.delete(oldest);
    void oldest.end();
  }
}
