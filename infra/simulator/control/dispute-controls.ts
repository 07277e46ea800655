import { invalid } from "../http/api-error.ts";
import { appealDispute, escalateInquiry, loseDispute, winDispute } from "../resources/dispute-course.ts";
import type { Kinds } from "../storage/kinds.ts";
import type { Scope } from "../world/scope.ts";
import { type Control, over } from "./control-input.ts";

/** What the buyer's bank does about a dispute (facts 10 and 29). */
export const DISPUTE_CONTROLS: Record<string, Control> = {
  "POST disputes/{id}/escalate": over("dispute", escalateInquiry),
  "POST disputes/{id}/appeal": over("dispute", appealDispute),
  "POST disputes/{id}/win": over("dispute", (scope, dispute) => decide(scope, dispute, winDispute)),
  "POST disputes/{id}/lose": over("dispute", (scope, dispute) => decide(scope, dispute, loseDispute)),
};

function decide(
  scope: Scope,
  dispute: Kinds["dispute"],
  verdict: (scope: Scope, dispute: Kinds["dispute"]) => void,
): Kinds["dispute"] {
  const before = dispute.status;
  verdict(scope, dispute);
  if (dispute.status === before) throw invalid(`The dispute is ${before} and cannot be decided.`);
  return dispute;
}
