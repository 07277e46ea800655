import type { Ask } from "./history.ts";

/** The payments in which mistakes are planted, by their place. */
export const PLANTED = [
  "stale reads",
  "two answers to one key",
  "a success that was lost",
  "two replacements",
];

/**
 * A client whose way to the service is broken: reads of one payment come from a cache, repeated keys of another are
 * answered anew, a third's captures are answered without being asked for, and a fourth's replacements of a failed refund do
 * not say what they replace.
 */
export class PlantedClient {
  private readonly through: Ask;
  private readonly ids: string[];
  private cached: Awaited<ReturnType<Ask>> | undefined;
  private readonly answered = new Set<string>();

  constructor(through: Ask, ids: string[]) {
    this.through = through;
    this.ids = ids;
  }

  readonly ask: Ask = async (stack, request) => {
    const [stale, twoAnswers, lost, twoReplacements] = this.ids;
    if (request.method === "GET" && request.path.endsWith(`/${stale}`)) {
      this.cached ??= await this.through(stack, request);
      return this.cached;
    }
    if (request.path === `/v1/payments/${lost}/capture`) {
      const text = JSON.stringify({ status: "succeeded", ...request.body });
      return { status: 200, text };
    }
    if (request.path === `/v1/payments/${twoReplacements}/refund` && request.body) {
      const { replaces: _, ...body } = request.body as { replaces?: string };
      return this.through(stack, { ...request, body });
    }
    const reply = await this.through(stack, request);
    if (request.key === undefined || !request.path.includes(`/${twoAnswers}/`)) return reply;
    const isRepeat = this.answered.has(request.key);
    if (reply.status < 300) this.answered.add(request.key);
    return isRepeat ? { ...reply, text: `${reply.text} ` } : reply;
  };
}
