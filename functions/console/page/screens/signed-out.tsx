import type { Session } from "../api/types.ts";
import { EntryScreen, HowToGetALink } from "./entry-screen.tsx";
import { OwnSessions } from "./own-sessions.tsx";

export type WhySignedOut = "none" | "ended" | "expired" | "left";

const REASONS: Record<WhySignedOut, { title: string; text: string }> = {
  none: {
    title: "This tab has no session",
    text: "The console opens with a link that is made for you, or goes on with a session that this browser is in.",
  },
  ended: {
    title: "This session has ended",
    text: "It was ended, or the API key that made it was revoked, or this browser keeps no cookies.",
  },
  expired: {
    title: "This session has expired",
    text: "Sessions end by themselves, after 15 minutes to 8 hours: the more they may do, the sooner.",
  },
  left: {
    title: "You have left the console",
    text: "The session is over. Nothing of it is kept in this browser.",
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
