import { nameOf } from "../world/outside.ts";
import { current, invocations, isRunning } from "../world/simulation.ts";

/** What is logged becomes part of the story. */
export function writeLine(level: string, message: string, fields: object): void {
  if (!isRunning()) return;
  const simulation = current();
  if (message === "unexpected error")
    simulation.violate("no bare 500", JSON.stringify({ ...fields, traceId: undefined }).slice(0, 400));
  simulation.tell(
    nameOf(invocations.getStore()),
    () => `logs ${level}: ${message} ${JSON.stringify(fields)}`,
  );
}
