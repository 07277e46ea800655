import { ApiError, invalid } from "../http/api-error.ts";
import { completeRefund, failRefund, settleWaitingRefunds } from "../resources/refund-outcome.ts";
import { REFUND_OUTCOMES, type RefundOutcome } from "../world/refund-outcomes.ts";
import { NO_CAUSE, openScope, PLATFORM } from "../world/scope.ts";
import { type Control, connectedAccount, over } from "./control-input.ts";
import { isRecord, parseJson } from "./json-body.ts";

/** What becomes of refunds, before they are made and afterwards (fact 25). */
export const REFUND_CONTROLS: Record<string, Control> = {
  "POST refunds/next": (world, { request }) => {
    world.nextRefunds.push(parseOutcome(request.body));
    return { next: world.nextRefunds };
  },
  "POST refunds/{id}/fail": over("refund", (scope, refund) => {
    if (refund.status === "failed") throw new ApiError(409, `Refund ${refund.id} has already failed.`);
    failRefund(scope, refund);
    return refund;
  }),
  "POST refunds/{id}/complete": over("refund", (scope, refund) => completeRefund(scope, refund)),
  "POST platform/funds": (world, { request }) => {
    const sufficient = parseSufficient(request.body);
    world.accountsWithoutFunds[sufficient ? "delete" : "add"](PLATFORM);
    return { sufficient };
  },
  "POST accounts/{id}/funds": (world, { id, request }) => {
    const { id: account } = connectedAccount(world, id);
    const sufficient = parseSufficient(request.body);
    if (sufficient) {
      world.accountsWithoutFunds.delete(account);
      settleWaitingRefunds(openScope(world, account, NO_CAUSE));
    } else {
      world.accountsWithoutFunds.add(account);
    }
    return { sufficient };
  },
};

function parseOutcome(text: string): RefundOutcome {
  const body = parseJson(text);
  const given = isRecord(body) ? body.outcome : undefined;
  const outcome = REFUND_OUTCOMES.find((candidate) => candidate === given);
  if (!outcome) throw invalid(`The body must be {outcome}: ${REFUND_OUTCOMES.join(", ")}.`);
  return outcome;
}

function parseSufficient(text: string): boolean {
  const body = parseJson(text);
  const sufficient = isRecord(body) ? body.sufficient : undefined;
  if (typeof sufficient !== "boolean") throw invalid("The body must be {sufficient}, true or false.");
  return sufficient;
}
