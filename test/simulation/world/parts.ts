import type { QueueName } from "../../../infra/topology.ts";
import type { FakeTable } from "../ledger/fake-table.ts";
import type { Processor } from "./processor.ts";
import type { Queues } from "./queues.ts";

/** What the replaced modules reach: this seed's table, queues, processor and receivers. */
export type Parts = {
  table: FakeTable;
  queues: SimulatedQueues;
  processor: Processor;
  secrets: Map<string, string>;
  receive: (callback: ReceivedCallback) => ReceiverAnswer;
};

/** What functions do to queues, and what can be looked up in them at the end. */
export type SimulatedQueues = Pick<Queues, "send" | "hide"> & {
  of: (name: QueueName) => readonly { body: string }[];
};

export type ReceivedCallback = {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
  isZombie: boolean;
  /** When the function began that sends it. */
  since: number;
};
export type ReceiverAnswer = { status: number; retryAfterSeconds?: number; latencyMs: number };

let parts: Parts | undefined;

export const setParts = (given: Parts | undefined): void => {
  parts = given;
};

export function partsOf(): Parts {
  if (!parts) throw new Error("No simulation is running.");
  return parts;
}

export const tableOf = (): FakeTable => partsOf().table;
