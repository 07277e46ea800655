import { CommanderError } from "commander";
import { FAILURES, isFailure } from "../../shared/domain/failure.ts";

const REJECTED = 2;
const FAILED = 1;

export const onOneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " ");

/** Exit code 2 for what the operator can correct. */
export function exitCodeFor(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : REJECTED;
  console.error(`error: ${onOneLine(describe(error))}`);
  return isFailure(error) && FAILURES[error.code].status < 500 ? REJECTED : FAILED;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!isFailure(error)) return `${error.name}: ${error.message}`;
  const { errors = [], cause } = error.extras;
  const details = errors.map(({ detail }) => detail).filter((detail) => !error.message.includes(detail));
  const text = [error.message, ...details].join(" ");
  return cause instanceof Error ? `${text} (${cause.name})` : text;
}
