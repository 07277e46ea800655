import { DatabaseSync } from "node:sqlite";
import { deliveryTable } from "../../../infra/simulator/storage/deliveries.ts";
import { jobTable } from "../../../infra/simulator/storage/jobs.ts";
import { objectTable } from "../../../infra/simulator/storage/objects.ts";
import { savedAnswerTable } from "../../../infra/simulator/storage/saved-answers.ts";
import { settingTable } from "../../../infra/simulator/storage/settings.ts";
import type { Store } from "../../../infra/simulator/storage/store.ts";
import { isFollowed, isFollowedThin } from "../../../shared/domain/events/event-types.ts";

/*
 * Takes the place of the processor simulator's store: its own tables, in one database of this process that each seed
 * finds empty. Opening one costs more than a whole seed.
 */
const db = new DatabaseSync(":memory:");
const deliveries = deliveryTable(db);
const tables = {
  objects: objectTable(db),
  savedAnswers: savedAnswerTable(db),
  jobs: jobTable(db),
  settings: settingTable(db),
};
const CLEAR = db
  .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
  .all()
  .map(({ name }) => `DELETE FROM ${name};`)
  .join(" ");
const begin = db.prepare("SAVEPOINT change");
const end = db.prepare("RELEASE change");

export function openStore(): Store {
  db.exec(CLEAR);
  return {
    ...tables,
    deliveries: {
      ...deliveries,
      // An endpoint names the types that it wants: what it does not want is never sent.
      add(eventId, endpoint, dueAtMs) {
        const { type = "" } = (tables.objects.findById(eventId) ?? {}) as { type?: string };
        if (isFollowed(type) || isFollowedThin(type)) deliveries.add(eventId, endpoint, dueAtMs);
      },
    },
    atomically<T>(change: () => T): T {
      begin.run();
      try {
        const result = change();
        end.run();
        return result;
      } catch (error) {
        db.exec("ROLLBACK TO change; RELEASE change");
        throw error;
      }
    },
    close: () => {},
  };
}
