import * as z from "zod/mini";
import { endAction } from "../resources/terminal-reader-actions.ts";
import { type Control, over } from "./control-input.ts";
import { readBody } from "./read-body.ts";

const STATUS = z.object({ status: z.enum(["online", "offline"]) });

/** What happens to a reader on its counter (fact 27). */
export const READER_CONTROLS: Record<string, Control> = {
  "POST readers/{id}": over("terminal.reader", (scope, reader, body) =>
    scope.save({ ...reader, ...readBody(STATUS, body) }),
  ),
  "POST readers/{id}/customer_cancel": over("terminal.reader", (scope, reader) =>
    endAction(scope, reader, { code: "customer_canceled", message: "The customer canceled the payment." }),
  ),
};
