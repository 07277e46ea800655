import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { QueueName } from "../topology.ts";
import { readJson, writeJson } from "./state.ts";

/** What a state folder's table and queues are called. */
export type LocalNames = {
  table: string;
  /** A table that the settings name: it is never created again, empty. */
  isRestored: boolean;
  queue: (name: QueueName) => string;
};

/** Names of its own for each state folder, kept in it: several may use one DynamoDB or SQS that runs elsewhere. */
export function loadNames(stateDir: string): LocalNames {
  const path = join(stateDir, "names.json");
  if (!existsSync(path)) writeJson(path, { suffix: `-${randomBytes(4).toString("hex")}` });
  return namesWith(readJson<StoredNames>(path));
}

/** `table`: one that was restored from a backup (infra/runbooks/restore.md), written here by the person who did. */
type StoredNames = { suffix: string; table?: string };

const namesWith = ({ suffix, table }: StoredNames): LocalNames => ({
  table: table ?? `payments-local${suffix}`,
  isRestored: table !== undefined,
  queue: (name) => `${name}${suffix}`,
});
