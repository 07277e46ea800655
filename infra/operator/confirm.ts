import { createInterface } from "node:readline";
import { Failure } from "../../shared/domain/failure.ts";
import type { Session } from "./session.ts";

/** Asked on stderr, so that piped output stays clean. */
export async function confirm({ agreed }: Session, question: string): Promise<void> {
  if (agreed) return;
  if (!process.stdin.isTTY) {
    throw new Failure("invalid_request", `${question} Not interactive: pass --yes to confirm.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await new Promise<string>((resolve) => {
    // Ctrl-C and Ctrl-D end the question without an answer.
    terminal.once("close", () => resolve(""));
    terminal.question(`${question} [y/N] `, resolve);
  });
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure("invalid_request", "Nothing was changed.");
}
