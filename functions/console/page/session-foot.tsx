import { api } from "./api/api.ts";
import type { Session } from "./api/types.ts";
import { ActionButton } from "./parts/action-button.tsx";
import { Failure } from "./parts/failure.tsx";
import { Moment } from "./parts/moment.tsx";
import type { Fetched } from "./state/use-fetched.ts";
import { ACCESS_LABELS } from "./words/labels.ts";

type SessionFootProps = {
  of: Fetched<Session>;
  inUtc: boolean;
  setUtc: (inUtc: boolean) => void;
  leave: () => void;
};

/** What the reader may do, for how long, and the way out, which is there even if the rest cannot be said. */
export function SessionFoot({
  of: { data: session, error, reload },
  inUtc,
  setUtc,
  leave,
}: SessionFootProps) {
  const end = async () => {
    await api.endSession();
    leave();
  };
  return (
    <footer class="foot">
      <button type="button" class="switch" aria-pressed={inUtc} onClick={() => setUtc(!inUtc)}>
        Times in UTC
      </button>
      {error && <Failure error={error} retry={reload} />}
      {session && (
        <p>
          {ACCESS_LABELS[session.access].meaning}
          {session.madeBy === "operator" && ", for support"}, until{" "}
          <Moment at={session.expiresAt} detail="brief" />.
        </p>
      )}
      {(session || error) && <ActionButton text="End session" act={end} />}
    </footer>
  );
}
