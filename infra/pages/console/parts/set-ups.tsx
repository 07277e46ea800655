import { useContext, useState } from "preact/hooks";
import type { Schemas } from "../api/types.ts";
import { hrefOf } from "../state/routes.ts";
import { SessionContext } from "../state/session-context.ts";
import { Icon } from "./icon.tsx";
import { Moment } from "./moment.tsx";
import { Text, UrlText } from "./text.tsx";

const ACTIONS: Record<string, string> = {
  "set-callback-url": "Webhook URL changed",
  "choose-callback-events": "Subscriptions changed",
  "rotate-callback-secret": "Signing secret rolled",
  "create-callback-endpoint": "Webhook endpoint added",
  "delete-callback-endpoint": "Webhook endpoint deleted",
};

/** A session's id begins with that of its key, of which people know the last four characters. */
const KEY_END = [26, 30] as const;

/** What sessions have set up is shown for a month, or until a reader dismisses it in this browser. */
export function SetUps({ of }: { of?: Schemas["SetUp"][] }) {
  const session = useContext(SessionContext);
  const place = `svc-set-ups ${session?.merchantId}`;
  const [, setAgain] = useState("");
  const dismissed = localStorage.getItem(place) ?? "";
  const setUps = (of ?? session?.setUps ?? []).filter(({ at }) => !dismissed.includes(at));
  if (setUps.length === 0) return null;
  // Only what was shown: on an endpoint's page these are its own.
  const dismiss = () => {
    const all = [dismissed, ...setUps.map(({ at }) => at)].join();
    localStorage.setItem(place, all);
    setAgain(all);
  };
  return (
    <aside class="notice wait" aria-label="Recently set up">
      <Icon name="wait" />
      <ul>
        {setUps.map(({ at, action, endpointOrigin, sessionId }) => (
          <li key={at}>
            <Text value={ACTIONS[action] ?? action} />
            {endpointOrigin && (
              <>
                {" "}
                (<UrlText value={endpointOrigin.replace("https://", "")} />)
              </>
            )}{" "}
            by API key …
            <Text value={sessionId.slice(...KEY_END)} />, <Moment at={at} />.{" "}
            <a href={hrefOf("access")}>View sessions</a>
          </li>
        ))}
      </ul>
      <button type="button" class="quiet-button" onClick={dismiss}>
        Dismiss
      </button>
    </aside>
  );
}
