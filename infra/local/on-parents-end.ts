import { readFileSync } from "node:fs";

const EVERY_MS = 500;

/** `kill` of `npm start` ends npm, and does not reach the shell and the process that npm has started. */
export function onParentsEnd(end: () => unknown): void {
  const atStart = parents();
  setInterval(() => parents() !== atStart && end(), EVERY_MS).unref();
}

/** A process whose parent has ended gets another one. Behind a shell of npm's, the shell's parent counts too. */
const parents = (): string => `${process.ppid} ${parentOfShell(process.ppid)}`;

function parentOfShell(pid: number): string {
  try {
    if (!/^\S*sh\0-c\0/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))) return "";
    return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";
  } catch {
    // Other systems have no such files. Their shells hand the process over to the command.
    return "";
  }
}
