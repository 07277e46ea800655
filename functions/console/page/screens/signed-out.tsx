import type { Session } from "../api/types.ts";
import { EntryScreen, HowToGetALink } from "./entry-screen.tsx";
import { OwnSessions } from "./own-sessions.tsx";

export type WhySignedOut = "none" | "ended" | "expired" | "left";

const REASONS: Record<WhySignedOut, { title: string; text: string }> = {
  none: {
    title: "No session in this tab",
    text: "Open the console with a link, or continue a session of this browser.",
  },
  ended: {
    title: "This session has ended",
    text: "It was ended, its API key was revoked, or this browser blocks cookies.",
  },
  expired: {
    title: "This session has expired",
    text: "Sessions last at most 8 hours.",
  },
  left: {
    title: "You have left the console",
    text: "The session has ended. This browser keeps nothing of it.",
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
