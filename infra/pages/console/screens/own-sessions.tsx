import * as api from "../api/api.ts";
import type { Session } from "../api/types.ts";
import { Moment } from "../parts/moment.tsx";
import { Text } from "../parts/text.tsx";
import { useFetched } from "../state/use-fetched.ts";
import { accessText } from "../words/labels.ts";

/** The sessions that other tabs of this browser are in. The person chooses: a tab enters none by itself. */
export function OwnSessions({ choose }: { choose: (session: Session) => void }) {
  const { data = [] } = useFetched(api.ownSessions);
  if (data.length === 0) return null;
  return (
    <section class="how">
      <h2>Continue where you are signed in</h2>
      {data.map((session) => (
        <p key={session.sessionId}>
          <button type="button" class="button" onClick={() => choose(session)}>
            <span>
              <Text value={session.merchantName} />, {accessText(session.access).toLowerCase()}
            </span>
          </button>{" "}
          until <Moment at={session.expiresAt} />
        </p>
      ))}
    </section>
  );
}
