import type { Reply } from "./api.ts";
import type { MortalStack } from "./mortal-stack.ts";
import type { SpawnedStack } from "./spawned-stack.ts";

const AT_ONCE = 8;

export const orderOf = (key: string) => ({ amountCents: 1000, orderRef: key });

/** Customers who create a payment and pay it, each with the same key until it works. */
export class Customers {
  /** The first success that each key was answered. */
  readonly created = new Map<string, Reply>();
  /** What else creation was answered, and how often. */
  readonly rejections = new Map<string, number>();
  /** Everything that went well so far, created or paid. */
  steps = 0;
  /** How often the stack has answered, since the last step, that a key is in use. */
  rejectedInARow = 0;
  private readonly stack: MortalStack;
  private readonly waiting: string[];

  constructor(stack: MortalStack, count: number) {
    this.stack = stack;
    this.waiting = Array.from({ length: count }, (_, index) => `order-${index}`);
  }

  async shop(): Promise<void> {
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.serve()));
  }

  /** Whose turn fails goes to the end of the line. */
  private async serve(): Promise<void> {
    for (let key = this.waiting.shift(); key !== undefined; key = this.waiting.shift()) {
      if (await this.buy(key).catch(() => false)) continue;
      this.waiting.push(key);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private step(): void {
    this.steps++;
    this.rejectedInARow = 0;
  }

  private async buy(key: string): Promise<boolean> {
    const stack = await this.stack.alive();
    const created = this.created.get(key) ?? (await this.create(stack, key));
    if (!created) return false;
    const { status, code } = await stack.confirm(created);
    // The latter when the first confirmation succeeded and only its answer was lost.
    const paid = status === 200 || code === "payment_intent_unexpected_state";
    if (paid) this.step();
    return paid;
  }

  private async create(stack: SpawnedStack, key: string): Promise<Reply | undefined> {
    const reply = await stack.api.create(orderOf(key), key);
    if (reply.status === 201) {
      this.step();
      this.created.set(key, reply);
      return reply;
    }
    if (reply.json.title === "In progress") this.rejectedInARow++;
    const rejection = `${reply.status} ${reply.json.title}`;
    this.rejections.set(rejection, (this.rejections.get(rejection) ?? 0) + 1);
    return undefined;
  }
}
