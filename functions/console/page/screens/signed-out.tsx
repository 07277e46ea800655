import { EntryScreen, HowToGetALink } from "./entry-screen.tsx";

export type WhySignedOut = "none" | "ended" | "expired" | "left";

const REASONS: Record<WhySignedOut, { title: string; text: string }> = {
  none: {
    title: "This tab has no session",
    text: "The console opens with a link that is made for you, and only in the tab in which you use it.",
  },
  ended: {
    title: "This session has ended",
    text: "It was ended, or the API key that made it was revoked, or another one was opened in this browser, or it keeps no cookies.",
  },
  expired: { title: "This session has expired", text: "Sessions end by themselves after some hours." },
  left: {
    title: "You have left the console",
    text: "The session is over. Nothing of it is kept in this browser.",
  },
};

export function SignedOut({ why }: { why: WhySignedOut }) {
  const { title, text } = REASONS[why];
  return (
    <EntryScreen title={title}>
      <p>{text}</p>
      <HowToGetALink />
    </EntryScreen>
  );
}
