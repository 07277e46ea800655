import { useContext, useRef, useState } from "preact/hooks";
import type { Answer } from "./api/call.ts";
import type { Schemas } from "./api/types.ts";
import { Icon } from "./parts/icon.tsx";
import { Mark } from "./parts/mark.tsx";
import { Text } from "./parts/text.tsx";
import { hrefOf, type Screen } from "./state/routes.ts";
import { SessionContext } from "./state/session-context.ts";
import { useEvent } from "./state/use-event.ts";
import { PLACES, type Place } from "./words/places.ts";

/** On a phone behind More. */
const FURTHER = ["disputes", "statements", "account", "events", "keys", "access"];

/** Under whose name a screen is that has none in the sidebar. The screen of one thing belongs to its list. */
const homeOf = (screen: Screen): string =>
  screen === "attention"
    ? "overview"
    : screen === "month"
      ? "statements"
      : `${screen}s` in PLACES
        ? `${screen}s`
        : screen;

const Count = ({ of, text }: { of: Place; text: string }) => (
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
  const more = useRef<HTMLButtonElement>(null);
  // A click elsewhere hides the further screens again, also one on the screen that was chosen.
  useEvent(document, "click", ({ target }) => {
    if (!more.current?.contains(target as Node)) setOpen(false);
  });
  useEvent(document, "keydown", (event) => {
    if (!isOpen || (event as KeyboardEvent).key !== "Escape") return;
    setOpen(false);
    more.current?.focus();
  });
  const home = homeOf(screen);
  const needs = found?.data ?? [];
  const counts: Partial<Record<Place, string>> = {
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
      <nav aria-label="Screens" class={isOpen ? "open" : ""}>
        {(Object.keys(PLACES) as Place[]).map((place) => (
          <>
            {place === "events" && <small>Developers</small>}
            <a
              href={hrefOf(place)}
              title={PLACES[place]}
              class={FURTHER.includes(place) ? "further" : ""}
              {...(home === place && { "aria-current": "page" as const })}
            >
              <Icon name={place} />
              <span class="place">{PLACES[place]}</span>
              {counts[place] && <Count of={place} text={counts[place]} />}
            </a>
          </>
        ))}
        <button
          type="button"
          class="more"
          ref={more}
          aria-expanded={isOpen}
          {...(FURTHER.includes(home) && { "aria-current": true })}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="other" />
          More
        </button>
      </nav>
    </div>
  );
}
