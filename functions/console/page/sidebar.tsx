import { useContext } from "preact/hooks";
import { api } from "./api/api.ts";
import { Deed } from "./parts/deed.tsx";
import { Icon, type IconName } from "./parts/icon.tsx";
import { Mark } from "./parts/mark.tsx";
import { Moment } from "./parts/moment.tsx";
import { Text } from "./parts/text.tsx";
import { hrefOf, type Screen } from "./routes.ts";
import { SessionContext } from "./session-context.ts";

type Place = { screen: "payments" | "events" | "endpoint" | "statements"; text: string; of: Screen[] };

const PLACES: Place[] = [
  { screen: "payments", text: "Payments", of: ["payments", "payment"] },
  { screen: "events", text: "Events", of: ["events", "event"] },
  { screen: "endpoint", text: "Callbacks", of: ["endpoint"] },
  { screen: "statements", text: "Statements", of: ["statements", "statement"] },
];

type SidebarProps = {
  screen: Screen;
  utc: { isOn: boolean; set: (isOn: boolean) => void };
  leave: () => void;
};

export function Sidebar({ screen, utc, leave }: SidebarProps) {
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
      <footer>
        <button type="button" class="switch" aria-pressed={utc.isOn} onClick={() => utc.set(!utc.isOn)}>
          Times in UTC
        </button>
        {session && <SessionFacts leave={leave} />}
      </footer>
    </div>
  );
}

function SessionFacts({ leave }: { leave: () => void }) {
  const session = useContext(SessionContext);
  if (!session) return null;
  const end = async () => {
    await api.endSession();
    leave();
  };
  return (
    <div class="session">
      <p>
        {session.access === "manage" ? "You may look and manage" : "You may look, and change nothing"}
        {session.madeBy === "operator" && ", for support"}, until <Moment at={session.expiresAt} />.
      </p>
      <Deed text="End session" act={end} />
    </div>
  );
}
