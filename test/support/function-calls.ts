import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { currentFunction } from "../../infra/local/current-function.ts";

/** `round`: 1 for what a function asks first, 2 for what it asks after the first reply, and so on. */
export type FunctionCall = { by: string; of: "ledger" | "queue"; action: string; round: number };

type Send = (this: unknown, command: object, ...rest: unknown[]) => Promise<unknown>;

/**
 * What the functions of this process ask of the ledger and the queues, each by its function: on the wires the calls of
 * all are mixed, with what their clients repeat. For the top of a test file; empty before each test.
 */
export function useFunctionCalls(): FunctionCall[] {
  const calls: FunctionCall[] = [];
  const restores: (() => void)[] = [];
  beforeAll(() => {
    restores.push(watch(DynamoDBDocumentClient.prototype, "ledger", calls));
    restores.push(watch(SQSClient.prototype, "queue", calls));
  });
  beforeEach(() => {
    calls.length = 0;
  });
  afterAll(() => {
    for (const restore of restores) restore();
  });
  return calls;
}

function watch(client: object, of: FunctionCall["of"], calls: FunctionCall[]): () => void {
  const watched = client as { send: Send };
  const { send } = watched;
  const answered = new WeakSet<FunctionCall>();
  watched.send = function watchedSend(command, ...rest) {
    const by = currentFunction.getStore();
    if (by === undefined) return send.call(this, command, ...rest);
    const before = calls.filter((call) => call.by === by && call.of === of && answered.has(call));
    const round = 1 + Math.max(0, ...before.map((call) => call.round));
    const call = { by, of, action: command.constructor.name.replace(/Command$/, ""), round };
    calls.push(call);
    const reply = send.call(this, command, ...rest);
    const end = () => void answered.add(call);
    reply.then(end, end);
    return reply;
  };
  return () => {
    watched.send = send;
  };
}
