import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export class StateDirInUse extends Error {}

/**
 * One stack per folder. SQLite's exclusive lock is the operating system's, so it ends with the process however that
 * ends; a file with a process id in it would outlive kill -9. Answers how to give it up.
 */
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
