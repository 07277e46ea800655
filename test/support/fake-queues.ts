import { vi } from "vitest";

/** What was asked of the queues, by the command's name and as it would go out. */
export type QueueCall = { command: string; input: Record<string, unknown> };

type Client = { send: unknown };

/** In the place of SQS: writes down every call of the service's own client, and answers what the test says. */
export function fakeQueues(client: Client, answer: (call: QueueCall) => object = () => ({})): QueueCall[] {
  const calls: QueueCall[] = [];
  vi.spyOn(client as { send: (command: { input: object }) => Promise<unknown> }, "send").mockImplementation(
    async (command) => {
      const call = { command: command.constructor.name, input: { ...command.input } };
      calls.push(call);
      return answer(call);
    },
  );
  return calls;
}
