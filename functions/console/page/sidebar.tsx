import { useContext, useEffect, useState } from "preact/hooks";
import type { Answer } from "./api/call.ts";
import type { Schemas } from "./api/types.ts";
import { Icon, type IconName } from "./parts/icon.tsx";
import { Mark } from "./parts/mark.tsx";
import { Text } from "./parts/text.tsx";
import { hrefOf, type Screen } from "./state/routes.ts";
import { SessionContext } from "./state/session-context.ts";

type Place = {
  screen:
    | "overview"
    | "payments"
    | "disputes"
    | "payouts"
    | "statements"
    | "events"
    | "endpoints"
    | "keys"
    | "access";
  text: string;
  /** Over it and those after it. */
  group?: string;
  /** On a phone behind More. */
  isFurther?: true;
};

const PLACES: Place[] = [
  { screen: "overview", text: "Overview" },
  { screen: "payments", text: "Payments" },
  { screen: "disputes", text: "Disputes", isFurther: true },
  { screen: "payouts", text: "Payouts" },
  { screen: "statements", text: "Statements", isFurther: true },
  { screen: "events", text: "Events", group: "Developers", isFurther: true },
  { screen: "endpoints", text: "Webhooks" },
  { screen: "keys", text: "API keys", isFurther: true },
  { screen: "access", text: "Sessions", isFurther: true },
];

/** Under whose name a screen is that has none in the sidebar. */
const HOMES: Partial<Record<Screen, Place["screen"]>> = {
  attention: "overview",
  payment: "payments",
  payout: "payouts",
  month: "statements",
  statement: "statements",
  event: "events",
  endpoint: "endpoints",
};

const Count = ({ of, text }: { of: Place["screen"]; text: string }) => (
  <span class="count">
    {text}
    <span class="for-ears">{of === "endpoints" ? " failed events" : " open items"}</span>
  </span>
);

type SidebarProps = {
  screen: Screen;
  attention: Answer<Schemas["Attention"][]> | undefined;
};

export function Sidebar({ screen, attention: found }: SidebarProps) {
  const session = useContext(SessionContext);
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the further screens are hidden again on the one that was chosen
  useEffect(() => setOpen(false), [screen]);
  const home = HOMES[screen] ?? screen;
  const isFurther = PLACES.some((place) => place.isFurther && place.screen === home);
  const needs = found?.data ?? [];
  const counts: Partial<Record<Place["screen"], string>> = {
    ...(needs.length > 0 && { overview: `${needs.length}${found?.next ? "+" : ""}` }),
    ...(needs.some(({ kind }) => kind === "endpoint_failing") && { endpoints: "!" }),
  };
  return (
    <div class="sidebar">
      <header class="brand">
        <Mark />
        <div>
          <strong>{session ? <Text value={session.merchantName} /> : "Console"}</strong>
          <small>{session ? <Text value={session.merchantId} /> : "\u00a0"}</small>
        </div>
      </header>
      <nav
        aria-label="Screens"
        class={isOpen ? "open" : ""}
        onKeyDown={({ key }) => key === "Escape" && setOpen(false)}
      >
        {PLACES.map((place) => (
          <>
            {place.group && <small>{place.group}</small>}
            <a
              href={hrefOf(place.screen)}
              title={place.text}
              class={place.isFurther ? "further" : ""}
              {...(home === place.screen && { "aria-current": "page" as const })}
            >
              <Icon name={place.screen satisfies IconName} />
              <span class="place">{place.text}</span>
              {counts[place.screen] && <Count of={place.screen} text={counts[place.screen] ?? ""} />}
            </a>
          </>
        ))}
        <button
          type="button"
          class="more"
          aria-expanded={isOpen}
          {...(isFurther && { "aria-current": true })}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="other" />
          More
        </button>
      </nav>
    </div>
  );
}
