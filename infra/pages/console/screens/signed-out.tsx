import * as api from "../api/api.ts";
import type { Session } from "../api/types.ts";
import { Moment } from "../parts/moment.tsx";
import { Text } from "../parts/text.tsx";
import { useFetched } from "../state/use-fetched.ts";
import { accessText } from "../words/labels.ts";
import { EntryScreen, HowToGetALink } from "./entry-screen.tsx";

export type WhySignedOut = "none" | "ended" | "expired" | "left";

const REASONS: Record<WhySignedOut, { title: string; text: string }> = {
  none: {
    title: "You are not signed in",
    text: "You need a link to open the console.",
  },
  ended: {
    title: "You were signed out",
    text: "Your access was ended, or this browser blocks cookies.",
  },
  expired: {
    title: "Your session has ended",
    text: "Ask for a new link to continue.",
  },
  left: {
    title: "You have signed out",
    text: "This browser keeps nothing that you saw.",
  },
};

type SignedOutProps = { why: WhySignedOut; choose: (session: Session) => void };

export function SignedOut({ why, choose }: SignedOutProps) {
  const { title, text } = REASONS[why];
  return (
    <EntryScreen title={title}>
      <p>{text}</p>
      <OwnSessions choose={choose} />
      <HowToGetALink />
    </EntryScreen>
  );
}

/** The sessions that other tabs of this browser are in. The person chooses: a tab enters none by itself. */
function OwnSessions({ choose }: { choose: (session: Session) => void }) {
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
