import { isId } from "../address/ids.ts";
import * as api from "../api/api.ts";
import { keepSessionId, type Offer } from "../api/tab-session.ts";
import type { Session } from "../api/types.ts";
import { useAction } from "../parts/action-button.tsx";
import { Failure } from "../parts/failure.tsx";
import { EntryScreen, HowToGetALink } from "./entry-screen.tsx";

type SignInProps = {
  offer: Offer;
  enter: (session: Session) => void;
  /** Into the session that the tab was in before the link was opened, where there is one. */
  goBack: (() => void) | undefined;
};

/** Waits for a click: a scanner that follows links must not use the code up, and no link may swap a session unseen. */
export function SignIn({ offer, enter, goBack }: SignInProps) {
  const { run, isBusy, error } = useAction(async () => {
    const session = await api.openSession(offer.code);
    keepSessionId(session.sessionId);
    enter(session);
  });
  if (!isId("code", offer.code) || error?.status === 401)
    return (
      <EntryScreen title="This link no longer works">
        <p>
          A link works once, for five minutes. If someone else used this one, they were signed out just now.
        </p>
        {goBack && (
          <button type="button" class="button" onClick={goBack}>
            Back to the console
          </button>
        )}
        <HowToGetALink />
      </EntryScreen>
    );
  return (
    <EntryScreen title="Open the console">
      <p>
        You will see a merchant's payments and webhooks. Continue only if you asked for this link or know who
        sent it.
      </p>
      <button type="button" class="button primary" aria-disabled={isBusy} onClick={() => run()}>
        {isBusy ? "Opening…" : "Open the console"}
      </button>
      {error && <Failure error={error} />}
    </EntryScreen>
  );
}
