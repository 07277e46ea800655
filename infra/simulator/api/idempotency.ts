import { hash } from "node:crypto";
import { type Answer, json } from "../http/answer.ts";
import { ApiError, invalid, retryAdvice } from "../http/api-error.ts";
import { canonicalForm, type Form } from "../http/form.ts";
import type { World } from "../world/world.ts";

const KEY_MAX_CHARACTERS = 255;
const DAY_MS = 24 * 60 * 60 * 1000;
const V2_DAYS = 30;

export type KeyedRequest = {
  requestId: string;
  account: string;
  key: string;
  operation: string;
  form: Form;
  /** Of v2: what a saved body has become. v2 saves no failure, and repeats no answer (API v2 overview). */
  renew?: (body: string) => object;
};

/** Keys are the account's own: two accounts may use the same one. */
export function inFlightName(request: Pick<KeyedRequest, "account" | "key">): string {
  return `${request.account} ${request.key}`;
}

/**
 * Repeats the first answer to this key, or runs the operation and saves its answer with its changes. Fact 13: also a 500
 * is saved and repeated; what is rejected before it is carried out (wrong parameters, a key in use) is not.
 */
export function answerOnce(
  world: Pick<World, "store" | "clock" | "keysInFlight">,
  request: KeyedRequest,
  execute: () => Answer,
): Answer {
  const { requestId, account, key, operation, renew } = request;
  if (key.length > KEY_MAX_CHARACTERS)
    throw invalid(`Idempotency keys can have at most ${KEY_MAX_CHARACTERS} characters.`);
  if (world.keysInFlight.has(inFlightName(request))) throw keyInUse(key);
  const { savedAnswers } = world.store;
  const fingerprint = hash("sha256", canonicalForm(request.form));
  const saved = savedAnswers.find(account, key, world.clock.nowMs() - (renew ? V2_DAYS : 1) * DAY_MS);
  if (saved) {
    checkSameRequest(saved, { operation, fingerprint, key });
    const replayed = { "Idempotent-Replayed": "true", "Original-Request": saved.requestId };
    if (renew) return json(200, renew(saved.body));
    const headers = { ...replayed, ...retryAdvice(saved.status) };
    return { status: saved.status, body: saved.body, headers };
  }
  // The caller holds one transaction open around both: the change and its answer are saved together or not at all.
  const answer = execute();
  const { status, body } = answer;
  if (renew && status !== 200) return answer;
  savedAnswers.save({ account, key, operation, fingerprint, requestId, status, body }, world.clock.nowMs());
  // The first answer names itself as the original.
  return { ...answer, headers: { "Original-Request": requestId, ...answer.headers } };
}

export function keyInUse(key: string): ApiError {
  return new ApiError(409, `Another request with the idempotency key '${key}' is still in progress.`, {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
  });
}

type Sameness = { operation: string; fingerprint: string };

function checkSameRequest(saved: Sameness, now: Sameness & { key: string }): void {
  const advice = `Use a key other than '${now.key}' for a different request.`;
  if (saved.operation !== now.operation) {
    const message = `This idempotency key was first used for '${saved.operation}', not '${now.operation}'. ${advice}`;
    throw invalid(message, { type: "idempotency_error" });
  }
  if (saved.fingerprint !== now.fingerprint) {
    throw invalid(`This idempotency key was first used with other parameters. ${advice}`, {
      type: "idempotency_error",
    });
  }
}
