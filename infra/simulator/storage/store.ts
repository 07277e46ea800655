import { DatabaseSync } from "node:sqlite";
import { deliveryTable } from "./deliveries.ts";
import { jobTable } from "./jobs.ts";
import { objectTable } from "./objects.ts";
import { savedAnswerTable } from "./saved-answers.ts";
import { settingTable } from "./settings.ts";

export type Store = ReturnType<typeof openStore>;

// A committed transaction is in the operating system's hands and so survives a killed process. Only a
// power cut could lose the last ones, which is not worth an fsync per request on a developer's machine.
const PRAGMAS = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";

/** Opens the database file, or a database that lives only in this process: ":memory:". */
export function openStore(database: string) {
  const db = new DatabaseSync(database);
  db.exec(PRAGMAS);
  // Prepared once: every request begins and ends with these.
  const begin = db.prepare("SAVEPOINT change");
  const end = db.prepare("RELEASE change");
  return {
    objects: objectTable(db),
    savedAnswers: savedAnswerTable(db),
    deliveries: deliveryTable(db),
    jobs: jobTable(db),
    settings: settingTable(db),
    /** All or nothing, and may be nested. Everything is synchronous: no other write comes in between. */
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
    close: (): void => db.close(),
  };
}
