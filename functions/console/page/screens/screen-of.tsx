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

type ScreenOfProps = { route: Route; attention: FirstAttention };

export function ScreenOf({ route: { screen, id, query }, attention }: ScreenOfProps) {
  switch (screen) {
    case "overview":
      return <Overview query={query} attention={attention} />;
    case "attention":
      return <Attention query={query} first={attention} />;
    case "payments":
      return <Payments query={query} />;
    case "payment":
      return <Payment key={id} id={id} />;
    case "events":
      return <Events query={query} />;
    case "event":
      return <Event key={id} id={id} />;
    case "endpoints":
      return <Endpoints attention={attention} />;
    case "endpoint":
      return <Endpoint key={id} id={id} attention={attention} />;
    case "statements":
      return <Statements query={query} />;
    case "month":
      return <Month query={query} />;
    case "statement":
      return <Statement key={id} date={id} />;
    case "payouts":
      return <Payouts query={query} />;
    case "payout":
      return <Payout key={id} id={id} query={query} />;
    case "disputes":
      return <Disputes query={query} />;
    case "keys":
      return <Keys />;
    case "access":
      return <Sessions />;
    default:
      return <Nowhere />;
  }
}

const Nowhere = () => (
  <Screen title="Not found">
    <Empty icon="other" title="Page not found" all="payments">
      The console has no such page.
    </Empty>
  </Screen>
);
