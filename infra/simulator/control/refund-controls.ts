import * as z from "zod/mini";
import { ApiError } from "../http/api-error.ts";
import { completeRefund, failRefund, settleWaitingRefunds } from "../resources/refund-outcome.ts";
import { REFUND_OUTCOMES } from "../world/refund-outcomes.ts";
import { NO_CAUSE, openScope, PLATFORM } from "../world/scope.ts";
import { type Control, connectedAccount, over } from "./control-input.ts";
import { readBody } from "./read-body.ts";

const OUTCOME = z.object({ outcome: z.enum(REFUND_OUTCOMES) });
const FUNDS = z.object({ sufficient: z.boolean() });

/** What becomes of refunds, before they are made and afterwards (fact 25). */
export const REFUND_CONTROLS: Record<string, Control> = {
  "POST refunds/next": (world, { request }) => {
    world.nextRefunds.push(readBody(OUTCOME, request.body).outcome);
    return { next: world.nextRefunds };
  },
  "POST refunds/{id}/fail": over("refund", (scope, refund) => {
    if (refund.status === "failed") throw new ApiError(409, `Refund ${refund.id} has already failed.`);
    failRefund(scope, refund);
    return refund;
  }),
  "POST refunds/{id}/complete": over("refund", (scope, refund) => completeRefund(scope, refund)),
  "POST platform/funds": (world, { request }) => {
    const { sufficient } = readBody(FUNDS, request.body);
    world.accountsWithoutFunds[sufficient ? "delete" : "add"](PLATFORM);
    return { sufficient };
  },
  "POST accounts/{id}/funds": (world, { id, request }) => {
    const { id: account } = connectedAccount(world, id);
    const { sufficient } = readBody(FUNDS, request.body);
    if (sufficient) {
      world.accountsWithoutFunds.delete(account);
      settleWaitingRefunds(openScope(world, account, NO_CAUSE));
    } else {
      world.accountsWithoutFunds.add(account);
    }
    return { sufficient };
  },
};
