import * as api from "./api/api.ts";
import type { Session } from "./api/types.ts";
import { ActionButton } from "./parts/action-button.tsx";
import { CheckRow } from "./parts/check-row.tsx";
import { Failure } from "./parts/failure.tsx";
import { RightEnd } from "./parts/right-end.tsx";
import type { Fetched } from "./state/use-fetched.ts";
import { accessText, RIGHTS } from "./words/labels.ts";

/** Such as Europe/Berlin. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

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
      <div>
        <CheckRow text="Times in UTC" isOn={inUtc} turn={setUtc} />
        {!inUtc && `Shown in ${ownZone()}`}
      </div>
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
          {RIGHTS.filter((right) => right in session.may).map((right) => (
            <li key={right}>
              <RightEnd right={right} end={session.may[right]} />
            </li>
          ))}
        </ul>
      )}
      {(session || error) && <ActionButton text="End session" act={end} />}
    </footer>
  );
}
