import * as z from "zod/mini";
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
import { readBody } from "./read-body.ts";

const SCHEDULE = z.object({
  interval: z._default(z.enum(INTERVALS), "daily"),
  reconciliation_delay_seconds: z.optional(z.number().check(z.gte(0))),
});
const CURRENCIES = z.object({ currencies: z.array(z.string()) });
const PAYOUT = z.object({
  amount: z.int(),
  currency: z._default(z.string(), "usd"),
  method: z._default(z.enum(["standard", "instant"]), "standard"),
});
const MOVEMENT = z.object({
  type: z.string(),
  amount: z.int(),
  currency: z._default(z.string(), "usd"),
  reporting_category: z._default(z.string(), "other_adjustment"),
  source: z._default(z.nullable(z.string()), null),
  description: z.exactOptional(z.string()),
});
const FAILURE = z.object({ failure_code: z._default(z.string(), "account_closed") });

export const PAYOUT_CONTROLS: Record<string, Control> = {
  "POST accounts/{id}/payout_schedule": (world, { id, request }) => {
    const scope = scopeOf(world, id);
    const { interval, reconciliation_delay_seconds: delay } = readBody(SCHEDULE, request.body);
    world.payoutSettings.setInterval(scope.account, interval);
    if (delay !== undefined) world.payoutSettings.setReconciliationDelay(scope.account, delay);
    makePayouts(scope);
    return { interval };
  },
  "POST accounts/{id}/settlement_currencies": (world, { id, request }) => {
    const { currencies } = readBody(CURRENCIES, request.body);
    world.payoutSettings.setSettlementCurrencies(connectedAccount(world, id).id, currencies);
    return { currencies };
  },
  "POST accounts/{id}/payouts": (world, { id, request }) =>
    sendPayout(scopeOf(world, id), { ...readBody(PAYOUT, request.body), automatic: false }),
  "POST accounts/{id}/payouts/hurry": (world, { id }) => {
    makePayoutsAtOnce(scopeOf(world, id));
    return {};
  },
  "POST accounts/{id}/balance": (world, { id, request }) => {
    const { reporting_category: category, ...movement } = readBody(MOVEMENT, request.body);
    return moveMoney(scopeOf(world, id), { ...movement, category });
  },
  "POST payouts/{id}/fail": over("payout", (scope, payout, body) =>
    failPayout(scope, payout, readBody(FAILURE, body).failure_code),
  ),
  "POST payouts/{id}/cancel": over("payout", cancelPayout),
};

const scopeOf = (world: World, id: string): Scope =>
  openScope(world, connectedAccount(world, id).id, NO_CAUSE);
