import { useContext } from "preact/hooks";
import { Icon, type IconName } from "./parts/icon.tsx";
import { Mark } from "./parts/mark.tsx";
import { Text } from "./parts/text.tsx";
import { hrefOf, type Screen } from "./state/routes.ts";
import { SessionContext } from "./state/session-context.ts";

type Place = {
  screen: "payments" | "events" | "endpoint" | "statements" | "payouts" | "access";
  text: string;
  of: Screen[];
};

const PLACES: Place[] = [
  { screen: "payments", text: "Payments", of: ["payments", "payment"] },
  { screen: "events", text: "Events", of: ["events", "event"] },
  { screen: "endpoint", text: "Callbacks", of: ["endpoint"] },
  { screen: "statements", text: "Statements", of: ["statements", "statement"] },
  { screen: "payouts", text: "Payouts", of: ["payouts", "payout"] },
  { screen: "access", text: "Access", of: ["access"] },
];

/** Whose console it is, and its screens. */
export function Sidebar({ screen }: { screen: Screen }) {
  const session = useContext(SessionContext);
  return (
    <div class="sidebar">
      <header class="brand">
        <Mark />
        <div>
          <strong>{session ? <Text value={session.merchantName} /> : "Console"}</strong>
          <small>{session ? <Text value={session.merchantId} /> : "\u00a0"}</small>
        </div>
      </header>
      <nav aria-label="Screens">
        {PLACES.map((place) => (
          <a
            key={place.screen}
            href={hrefOf(place.screen)}
            {...(place.of.includes(screen) && { "aria-current": "page" as const })}
          >
            <Icon name={place.screen satisfies IconName} />
            {place.text}
          </a>
        ))}
      </nav>
    </div>
  );
}
