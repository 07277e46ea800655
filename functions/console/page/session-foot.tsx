import { useContext } from "preact/hooks";
import { api } from "./api/api.ts";
import { ActionButton } from "./parts/action-button.tsx";
import { Moment } from "./parts/moment.tsx";
import { SessionContext } from "./state/session-context.ts";
import { ACCESS_LABELS } from "./words/labels.ts";

type SessionFootProps = { inUtc: boolean; setUtc: (inUtc: boolean) => void; leave: () => void };

/** What the reader may do, for how long, and the way out. */
export function SessionFoot({ inUtc, setUtc, leave }: SessionFootProps) {
  const session = useContext(SessionContext);
  const end = async () => {
    await api.endSession();
    leave();
  };
  return (
    <footer class="foot">
      <button type="button" class="switch" aria-pressed={inUtc} onClick={() => setUtc(!inUtc)}>
        Times in UTC
      </button>
      {session && (
        <>
          <p>
            {ACCESS_LABELS[session.access].meaning}
            {session.madeBy === "operator" && ", for support"}, until{" "}
            <Moment at={session.expiresAt} detail="brief" />.
          </p>
          <ActionButton text="End session" act={end} />
        </>
      )}
    </footer>
  );
}
