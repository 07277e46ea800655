import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export class StateDirInUse extends Error {}

/** SQLite's exclusive lock belongs to the process, and ends with it, also by kill -9. Answers how to release it. */
export function lockStateDir(stateDir: string): () => void {
  const database = new DatabaseSync(join(stateDir, "lock.db"));
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;");
  } catch (cause) {
    database.close();
    throw new StateDirInUse("The folder is in use by another running stack.", { cause });
  }
  return () => database.close();
}
