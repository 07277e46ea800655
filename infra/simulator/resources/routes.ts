import { ACCOUNT_LINK_ROUTES } from "./account-links.ts";
import { ACCOUNT_ROUTES } from "./accounts.ts";
import { APPLICATION_FEE_ROUTES } from "./application-fees.ts";
import { BALANCE_ROUTES } from "./balance.ts";
import { BALANCE_TRANSACTION_ROUTES } from "./balance-transactions.ts";
import { CHARGE_ROUTES } from "./charges.ts";
import { CUSTOMER_ROUTES, PAYMENT_METHOD_ROUTES } from "./customers.ts";
import type { Route } from "./define-route.ts";
import { DISPUTE_ROUTES } from "./disputes.ts";
import { EVENT_ROUTES } from "./events.ts";
import { PAYMENT_INTENT_ROUTES } from "./payment-intents.ts";
import { PAYMENT_METHOD_DOMAIN_ROUTES } from "./payment-method-domains.ts";
import { PAYOUT_ROUTES } from "./payout-course.ts";
import { REFUND_ROUTES } from "./refund-create.ts";
import { SETUP_INTENT_ROUTES } from "./setup-intents.ts";
import { TERMINAL_LOCATION_ROUTES } from "./terminal-locations.ts";
import { TERMINAL_READER_ACTION_ROUTES } from "./terminal-reader-actions.ts";
import { TERMINAL_READER_ROUTES } from "./terminal-readers.ts";
import { V2_ACCOUNT_ROUTES } from "./v2-accounts.ts";

/** Everything of the processor's API that is simulated. Whatever else is asked for does not exist. */
export const ROUTES: Route[] = [
  ...ACCOUNT_ROUTES,
  ...ACCOUNT_LINK_ROUTES,
  ...APPLICATION_FEE_ROUTES,
  ...BALANCE_ROUTES,
  ...BALANCE_TRANSACTION_ROUTES,
  ...CHARGE_ROUTES,
  ...CUSTOMER_ROUTES,
  ...DISPUTE_ROUTES,
  ...EVENT_ROUTES,
  ...PAYMENT_INTENT_ROUTES,
  ...PAYMENT_METHOD_DOMAIN_ROUTES,
  ...PAYMENT_METHOD_ROUTES,
  ...PAYOUT_ROUTES,
  ...REFUND_ROUTES,
  ...SETUP_INTENT_ROUTES,
  ...TERMINAL_LOCATION_ROUTES,
  ...TERMINAL_READER_ROUTES,
  ...TERMINAL_READER_ACTION_ROUTES,
  ...V2_ACCOUNT_ROUTES,
];
