import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Empty } from "../parts/empty.tsx";
import { Waiting } from "../parts/loaded.tsx";
import { Screen } from "../parts/screen.tsx";
import { parseRoute, type Route } from "../state/routes.ts";
import { useEvent } from "../state/use-event.ts";
import type { FirstAttention } from "./attention/attention.tsx";
import { Overview } from "./overview/overview.tsx";
import { Payments } from "./payments/payments.tsx";

const Nowhere = () => (
  <Screen title="Not found">
    <Empty icon="other" title="Page not found" all="payments" />
  </Screen>
);

type ScreenProps = Omit<Route, "screen"> & { attention: FirstAttention };
type AnyScreen = (props: ScreenProps) => ComponentChildren;
type Name = Route["screen"];

/** What is loaded: first the screens of the shell, then each that was opened or pointed at. */
const loaded: Partial<Record<Name, AnyScreen>> = {
  overview: Overview,
  payments: Payments,
  unknown: Nowhere,
};

const LATER: Partial<Record<Name, () => Promise<AnyScreen>>> = {
  attention: async () => (await import("./attention/attention.tsx")).Attention,
  payment: async () => (await import("./payments/payment.tsx")).Payment,
  events: async () => (await import("./events/events.tsx")).Events,
  event: async () => (await import("./events/event.tsx")).Event,
  endpoints: async () => (await import("./endpoint/endpoints.tsx")).Endpoints,
  endpoint: async () => (await import("./endpoint/endpoint.tsx")).Endpoint,
  statements: async () => (await import("./statements/statements.tsx")).Statements,
  month: async () => (await import("./statements/month.tsx")).Month,
  statement: async () => (await import("./statements/statement.tsx")).Statement,
  payouts: async () => (await import("./payouts/payouts.tsx")).Payouts,
  payout: async () => (await import("./payouts/payout.tsx")).Payout,
  disputes: async () => (await import("./disputes/disputes.tsx")).Disputes,
  dispute: async () => (await import("./disputes/dispute.tsx")).Dispute,
  account: async () => (await import("./account/account.tsx")).Account,
  keys: async () => (await import("./access/keys.tsx")).Keys,
  access: async () => (await import("./access/sessions.tsx")).Sessions,
};

async function loadScreen(name: Name): Promise<void> {
  const screen = loaded[name] ?? (await LATER[name]?.());
  if (screen) loaded[name] = screen;
  if (sessionStorage.reloadedFor === name) delete sessionStorage.reloadedFor;
}

/**
 * A release while the tab is open takes away the parts of its version: the page is loaded anew, at the same address.
 * Once only, so that a part that is missing for another reason is told.
 */
function reloadOnce(name: Name): boolean {
  if (sessionStorage.reloadedFor === name) return false;
  sessionStorage.reloadedFor = name;
  location.reload();
  return true;
}

type ScreenOfProps = { route: Route; attention: FirstAttention };

export function ScreenOf({ route: { screen, ...rest }, attention }: ScreenOfProps) {
  const [missing, setMissing] = useState<Name>();
  const [, setShown] = useState<Name>();
  const Found = loaded[screen];
  useEffect(() => {
    if (!Found)
      loadScreen(screen).then(
        () => setShown(screen),
        () => reloadOnce(screen) || setMissing(screen),
      );
  }, [screen, Found]);
  // The pointer is on its way to the click. If this fails, the click says so.
  useEvent(document, "pointerover", ({ target }) => {
    const link = (target as Element).closest("a[href^='#']");
    if (link) loadScreen(parseRoute(link.getAttribute("href") ?? "").screen).catch(() => undefined);
  });
  if (Found) return <Found key={rest.id} {...rest} attention={attention} />;
  return missing === screen ? <NotLoaded /> : <Waiting />;
}

const NotLoaded = () => (
  <Screen title="Not loaded">
    <Empty icon="other" title="This page could not be loaded">
      <button type="button" class="button" onClick={() => location.reload()}>
        Reload
      </button>
    </Empty>
  </Screen>
);
