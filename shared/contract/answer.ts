import type * as z from "zod/mini";
import type { FilePart, Page } from "../domain/page.ts";
import type { StoredAnswer, StoredReply } from "../domain/payments/claim.ts";
import type { Answer, Operation } from "./operation.ts";

type AnswersOf<O extends Operation> = Extract<O["answers"][keyof O["answers"]], Answer>;

type NamedAnswer<A> = A extends { outcome: infer N extends string; schema: infer S extends z.ZodMiniType }
  ? { outcome: N; body: z.output<S> }
  : never;

/** What an operation answers: the body alone where there is one answer, named where there are several. */
export type AnswerTo<O extends Operation> =
  AnswersOf<O> extends { outcome: string } ? NamedAnswer<AnswersOf<O>> : z.output<AnswersOf<O>["schema"]>;

type PageOf<Items> = Items extends readonly (infer Item)[] ? Page<Item> : never;

/** What an operation's handler returns. The status is never its business: the operation knows it. */
export type ResultOf<O extends Operation> = O extends { storesAnswer: true }
  ? StoredReply
  : AnswersOf<O> extends { paged: true }
    ? PageOf<AnswerTo<O>>
    : AnswersOf<O> extends { parted: true }
      ? FilePart
      : AnswerTo<O>;

/** The status of an operation that has one answer. */
export function statusOf({ name, answers }: Operation): number {
  const [only, ...others] = Object.keys(answers).map(Number);
  if (only === undefined || others.length > 0) throw new Error(`${name} has more than one answer.`);
  return only;
}

/** The status that the operation gives to the answer, and the answer's body. */
export function statusAndBody<O extends Operation>(operation: O, answer: AnswerTo<O>) {
  if (Object.keys(operation.answers).length === 1) return { status: statusOf(operation), body: answer };
  // Several answers are named; the types above say so, and the compiler cannot follow them into a generic body.
  const { outcome, body } = answer as { outcome: string; body: object };
  const found = Object.entries(operation.answers).find(([, named]) => named.outcome === outcome);
  if (!found) throw new Error(`${operation.name} has no answer ${outcome}.`);
  return { status: Number(found[0]), body };
}

/** An answer as it is stored for every repetition of its request: what is checked here is replayed for years. */
export function toStoredAnswer<O extends Operation>(operation: O, answer: AnswerTo<O>): StoredAnswer {
  const { status, body } = statusAndBody(operation, answer);
  return { status, body: JSON.stringify(body) };
}
