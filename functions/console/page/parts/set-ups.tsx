import type { Schemas } from "../api/types.ts";
import { hrefOf } from "../state/routes.ts";
import { Icon } from "./icon.tsx";
import { Moment } from "./moment.tsx";
import { Text } from "./text.tsx";

const ACTIONS: Record<string, string> = {
  "set-callback-url": "The webhook URL was changed",
  "rotate-callback-secret": "The signing secret was rolled",
  "create-callback-endpoint": "A webhook endpoint was added",
  "delete-callback-endpoint": "A webhook endpoint was deleted",
};

/** What sessions have set up is shown for a month, so that no change goes unseen. */
export const SetUps = ({ setUps }: { setUps: Schemas["SetUp"][] }) =>
  setUps.length > 0 && (
    <aside class="notice wait" aria-label="Recently set up">
      <Icon name="wait" />
      <ul>
        {setUps.map(({ at, action }) => (
          <li key={at}>
            <Text value={ACTIONS[action] ?? action} /> in the console, <Moment at={at} detail="brief" />.{" "}
            <a href={hrefOf("access")}>View sessions</a>
          </li>
        ))}
      </ul>
    </aside>
  );
