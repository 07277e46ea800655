import { useEffect, useRef, useState } from "preact/hooks";
import * as api from "./api/api.ts";
import { keepSessionEnd } from "./api/tab-session.ts";
import type { Session } from "./api/types.ts";
import { UtcContext } from "./parts/moment.tsx";
import type { FirstAttention } from "./screens/attention/attention.tsx";
import { ScreenOf } from "./screens/screen-of.tsx";
import type { WhySignedOut } from "./screens/signed-out.tsx";
import { Search } from "./search.tsx";
import { SessionFoot } from "./session-foot.tsx";
import { Sidebar } from "./sidebar.tsx";
import { parseRoute, type Route, type Screen } from "./state/routes.ts";
import { SessionContext, useIsAhead } from "./state/session-context.ts";
import { useEvent } from "./state/use-event.ts";
import { useFetched } from "./state/use-fetched.ts";
import { useKeptFocus } from "./state/use-kept-focus.ts";

type ConsoleProps = { known: Session | undefined; leave: (why: WhySignedOut) => void };

export function Console({ known, leave }: ConsoleProps) {
  const asked = useFetched({
    ...api.session,
    ask: async (signal) => known ?? api.session.ask(signal),
  });
  const session = asked.data;
  const [inUtc, setUtc] = useState(!!sessionStorage.utc);
  // A reload keeps it.
  useEffect(() => {
    sessionStorage.utc = inUtc ? "1" : "";
  }, [inUtc]);
  const route = useRoute();
  const attention = useAttention(route.screen);
  const main = useRef<HTMLElement>(null);
  useExpiry(session, leave);
  useKeptFocus(main);
  return (
    <SessionContext.Provider value={session}>
      <UtcContext.Provider value={inUtc}>
        <button type="button" class="skip button primary" onClick={() => main.current?.focus()}>
          Skip to the content
        </button>
        <div class="console">
          <div class="side">
            <Sidebar screen={route.screen} attention={attention.data} />
            <SessionFoot of={asked} inUtc={inUtc} setUtc={setUtc} leave={() => leave("left")} />
          </div>
          <main class="inside" ref={main} tabIndex={-1}>
            <Search searched={route.query.search} />
            <ScreenOf route={route} attention={attention} />
          </main>
        </div>
      </UtcContext.Provider>
    </SessionContext.Provider>
  );
}

/** Asked for when the console opens, for the counts beside the screens, and again when the list is opened later. */
function useAttention(screen: Screen): FirstAttention {
  const attention = useFetched(api.attention({}));
  const { data, reload } = attention;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that comes is no reason to ask again
  useEffect(() => {
    if ((screen === "attention" || screen === "overview") && data) reload();
  }, [screen]);
  return attention;
}

function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEvent(window, "hashchange", () => setRoute(parseRoute(location.hash)));
  return route;
}

/** When the time is over nothing stays on the screen, whether or not anything is asked for. */
function useExpiry(session: Session | undefined, leave: ConsoleProps["leave"]): void {
  const isAhead = useIsAhead(session?.expiresAt);
  useEffect(() => {
    if (session) keepSessionEnd(session.expiresAt);
    if (session && !isAhead) leave("expired");
  });
}
