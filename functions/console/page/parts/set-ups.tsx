import type { Schemas } from "../api/types.ts";
import { Icon } from "./icon.tsx";
import { Moment } from "./moment.tsx";
import { Text } from "./text.tsx";

const ACTIONS: Record<string, string> = {
  "set-callback-url": "changed the webhook URL",
  "rotate-callback-secret": "rolled the signing secret",
};

/** What sessions have set up is shown for a month, so that no change goes unseen. */
export const SetUps = ({ setUps }: { setUps: Schemas["SetUp"][] }) =>
  setUps.length > 0 && (
    <aside class="notice wait" aria-label="Recently set up">
      <Icon name="wait" />
      <ul>
        {setUps.map(({ at, action, sessionId }) => (
          <li key={at}>
            A console session (…
            <Text value={sessionId.slice(-4)} />) <Text value={ACTIONS[action] ?? action} />,{" "}
            <Moment at={at} detail="brief" />.
          </li>
        ))}
      </ul>
    </aside>
  );
