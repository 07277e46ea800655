import * as api from "./api/api.ts";
import type { Right, Session } from "./api/types.ts";
import { ActionButton } from "./parts/action-button.tsx";
import { Failure } from "./parts/failure.tsx";
import { RightEnd } from "./parts/right-end.tsx";
import { useMay } from "./state/session-context.ts";
import type { Fetched } from "./state/use-fetched.ts";
import { accessText, RIGHTS } from "./words/labels.ts";

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
        <ul>
          <li>
            {accessText(session.access)} session
            {session.madeBy === "operator" && ", opened by the platform"}
          </li>
          <li>
            <RightEnd right="read" end={session.expiresAt} />
          </li>
          {RIGHTS.map((right) => (
            <Own key={right} right={right} end={session.may[right]} />
          ))}
        </ul>
      )}
      {(session || error) && <ActionButton text="End session" act={end} />}
    </footer>
  );
}

/** It changes when the right ends. */
function Own({ right, end }: { right: Right; end: string | undefined }) {
  useMay(right);
  return end === undefined ? null : (
    <li>
      <RightEnd right={right} end={end} />
    </li>
  );
}
