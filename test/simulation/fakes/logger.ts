import { nameOf } from "../world/outside.ts";
import { current, invocations, isRunning } from "../world/simulation.ts";

/** Takes the place of the logging library: what is logged becomes part of the story. */
export class Logger {
  debug = (message: string, fields: object): void => tell("debug", message, fields);
  info = (message: string, fields: object): void => tell("info", message, fields);
  warn = (message: string, fields: object): void => tell("warn", message, fields);
  error = (message: string, fields: object): void => tell("error", message, fields);
}

function tell(level: string, message: string, fields: object): void {
  if (!isRunning()) return;
  const simulation = current();
  if (message === "unexpected error")
    simulation.violate("no bare 500", JSON.stringify({ ...fields, traceId: undefined }).slice(0, 400));
  simulation.tell(
    nameOf(invocations.getStore()),
    () => `logs ${level}: ${message} ${JSON.stringify(fields)}`,
  );
}
