import type { ComponentChildren } from "preact";
import { Empty } from "../parts/empty.tsx";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "../state/routes.ts";
import { Keys } from "./access/keys.tsx";
import { Sessions } from "./access/sessions.tsx";
import { Attention, type FirstAttention } from "./attention/attention.tsx";
import { Disputes } from "./disputes/disputes.tsx";
import { Endpoint } from "./endpoint/endpoint.tsx";
import { Endpoints } from "./endpoint/endpoints.tsx";
import { Event } from "./events/event.tsx";
import { Events } from "./events/events.tsx";
import { Overview } from "./overview/overview.tsx";
import { Payment } from "./payments/payment.tsx";
import { Payments } from "./payments/payments.tsx";
import { Payout } from "./payouts/payout.tsx";
import { Payouts } from "./payouts/payouts.tsx";
import { Month } from "./statements/month.tsx";
import { Statement } from "./statements/statement.tsx";
import { Statements } from "./statements/statements.tsx";

const Nowhere = () => (
  <Screen title="Not found">
    <Empty icon="other" title="Page not found" all="payments" />
  </Screen>
);

type ScreenProps = Omit<Route, "screen"> & { attention: FirstAttention };

const SCREENS: Record<Route["screen"], (props: ScreenProps) => ComponentChildren> = {
  overview: Overview,
  attention: Attention,
  payments: Payments,
  payment: Payment,
  events: Events,
  event: Event,
  endpoints: Endpoints,
  endpoint: Endpoint,
  statements: Statements,
  month: Month,
  statement: Statement,
  payouts: Payouts,
  payout: Payout,
  disputes: Disputes,
  keys: Keys,
  access: Sessions,
  unknown: Nowhere,
};

type ScreenOfProps = { route: Route; attention: FirstAttention };

export function ScreenOf({ route: { screen, ...rest }, attention }: ScreenOfProps) {
  const Found = SCREENS[screen];
  return <Found key={rest.id} {...rest} attention={attention} />;
}
