import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * One folder for all temporary ones of the tests, gone afterwards however they ended. In memory where there is room:
 * the embedded table, queue and simulator wait for the disk at every write, and each file starts them afresh. What a
 * killed process has written is there all the same.
 */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(roomIn(MEMORY) >= ENOUGH_BYTES ? MEMORY : tmpdir(), "payments-tests-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
