import { invalid } from "../http/api-error.ts";
import { endAction } from "../resources/terminal-reader-actions.ts";
import { type Control, over } from "./control-input.ts";
import { isRecord, parseJson } from "./json-body.ts";

/** What happens to a reader on its counter (fact 27). */
export const READER_CONTROLS: Record<string, Control> = {
  "POST readers/{id}": over("terminal.reader", (scope, reader, body) =>
    scope.save({ ...reader, status: parseStatus(body) }),
  ),
  "POST readers/{id}/customer_cancel": over("terminal.reader", (scope, reader) =>
    endAction(scope, reader, { code: "customer_canceled", message: "The customer canceled the payment." }),
  ),
};

function parseStatus(text: string): "online" | "offline" {
  const body = parseJson(text);
  const status = isRecord(body) ? body.status : undefined;
  if (status !== "online" && status !== "offline")
    throw invalid("The body must be {status}: online or offline.");
  return status;
}
