import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PLATFORM_EVENTS, type QueueName } from "../topology.ts";
import { readJson, writeJson } from "./state.ts";

export type LocalNames = {
  table: string;
  /** A table that the settings name is never created empty. */
  isRestored: boolean;
  queue: (name: QueueName) => string;
  platformQueue: string;
};

/** Several state folders may share one external DynamoDB or SQS. */
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
  platformQueue: `${PLATFORM_EVENTS.queue}${suffix}`,
});
