import { invalid } from "../http/api-error.ts";
import { moveMoney } from "../resources/balance.ts";
import {
  cancelPayout,
  failPayout,
  makePayouts,
  makePayoutsAtOnce,
  sendPayout,
} from "../resources/payout-course.ts";
import { INTERVALS } from "../world/payout-settings.ts";
import { NO_CAUSE, openScope, type Scope } from "../world/scope.ts";
import type { World } from "../world/world.ts";
import { type Control, connectedAccount, over } from "./control-input.ts";
import { isRecord, parseJson } from "./json-body.ts";

export const PAYOUT_CONTROLS: Record<string, Control> = {
  "POST accounts/{id}/payout_schedule": (world, { id, request }) => {
    const scope = scopeOf(world, id);
    const { interval = "daily", reconciliation_delay_seconds: delay } = fieldsOf(request.body);
    const chosen = INTERVALS.find((candidate) => candidate === interval);
    if (!chosen || !(delay === undefined || (typeof delay === "number" && delay >= 0)))
      throw invalid("The body must be {interval?: daily or manual, reconciliation_delay_seconds?}.");
    world.payoutSettings.setInterval(scope.account, chosen);
    if (typeof delay === "number") world.payoutSettings.setReconciliationDelay(scope.account, delay);
    makePayouts(scope);
    return { interval: chosen };
  },
  "POST accounts/{id}/settlement_currencies": (world, { id, request }) => {
    const { currencies } = fieldsOf(request.body);
    if (!Array.isArray(currencies) || !currencies.every((currency) => typeof currency === "string"))
      throw invalid("The body must be {currencies: [...]}.");
    world.payoutSettings.setSettlementCurrencies(connectedAccount(world, id).id, currencies);
    return { currencies };
  },
  "POST accounts/{id}/payouts": (world, { id, request }) => {
    const { amount, currency = "usd", method = "standard" } = fieldsOf(request.body);
    if (!isWhole(amount) || typeof currency !== "string" || (method !== "standard" && method !== "instant"))
      throw invalid("The body must be {amount, currency?, method?: standard or instant}.");
    return sendPayout(scopeOf(world, id), { amount, currency, automatic: false, method });
  },
  "POST accounts/{id}/payouts/hurry": (world, { id }) => {
    makePayoutsAtOnce(scopeOf(world, id));
    return {};
  },
  "POST accounts/{id}/balance": (world, { id, request }) => {
    const { type, amount, currency = "usd", source = null, ...rest } = fieldsOf(request.body);
    const { reporting_category: category = "other_adjustment", description } = rest;
    const isText = [type, currency, category].every((value) => typeof value === "string");
    if (!isText || !isWhole(amount) || !(source === null || typeof source === "string")) {
      throw invalid(
        "The body must be {type, amount, currency?, reporting_category?, source?, description?}.",
      );
    }
    const words = typeof description === "string" ? { description } : {};
    return moveMoney(scopeOf(world, id), {
      type: String(type),
      amount,
      currency: String(currency),
      category: String(category),
      source,
      ...words,
    });
  },
  "POST payouts/{id}/fail": over("payout", (scope, payout, body) => {
    const { failure_code: code = "account_closed" } = body === "" ? {} : fieldsOf(body);
    return failPayout(scope, payout, String(code));
  }),
  "POST payouts/{id}/cancel": over("payout", cancelPayout),
};

const scopeOf = (world: World, id: string): Scope =>
  openScope(world, connectedAccount(world, id).id, NO_CAUSE);

function fieldsOf(text: string): Record<string, unknown> {
  const body = parseJson(text);
  if (!isRecord(body)) throw invalid("The body must be an object.");
  return body;
}

const isWhole = (value: unknown): value is number => Number.isInteger(value);
