import type { Session } from "../api/types.ts";
import { EntryScreen, HowToGetALink } from "./entry-screen.tsx";
import { OwnSessions } from "./own-sessions.tsx";

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
