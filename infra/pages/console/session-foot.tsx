import { useEffect, useReducer } from "preact/hooks";
import * as api from "./api/api.ts";
import { serviceNowMs } from "./api/service-clock.ts";
import type { Session } from "./api/types.ts";
import { ActionButton } from "./parts/action-button.tsx";
import { CheckRow } from "./parts/check-row.tsx";
import { Failure } from "./parts/failure.tsx";
import { RightEnd } from "./parts/right-end.tsx";
import { Text } from "./parts/text.tsx";
import type { Fetched } from "./state/use-fetched.ts";
import { accessText, RIGHTS } from "./words/labels.ts";
import { leftText, ownZone } from "./words/time.ts";

const SHORT = { manage: "resend", money: "refund", setup: "set up" };

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
      {session && (
        <strong class="merchant">
          <Text value={session.merchantName} />
        </strong>
      )}
      <div>{ownZone() !== "UTC" && <CheckRow text="Show times in UTC" isOn={inUtc} turn={setUtc} />}</div>
      {error && <Failure error={error} retry={reload} />}
      {session && (
        <details onToggle={({ currentTarget }) => currentTarget.scrollIntoView?.({ block: "nearest" })}>
          <summary>
            {accessText(session.access)}
            {session.access === "read" && " session"} · <TimesLeft session={session} />
          </summary>
          <ul>
            {session.madeBy === "operator" && <li>Opened by the platform</li>}
            {(["read", ...RIGHTS.filter((right) => right in session.may)] as const).map((right) => (
              <li key={right}>
                <RightEnd right={right} end={right === "read" ? session.expiresAt : session.may[right]} />
              </li>
            ))}
          </ul>
          <ActionButton text="End session" act={end} />
        </details>
      )}
      {!session && error && <ActionButton text="End session" act={end} />}
    </footer>
  );
}

/** What ends first stands first: "set up 15 min, refund 60 min, view 8 h". By the minute. */
function TimesLeft({ session: { may, expiresAt } }: { session: Session }) {
  const [, look] = useReducer<number, void>((turn) => turn + 1, 0);
  useEffect(() => {
    const timer = setInterval(look, 60_000);
    return () => clearInterval(timer);
  }, []);
  const rights = RIGHTS.flatMap((right) => ({ text: SHORT[right], end: Date.parse(may[right] ?? "") }))
    .filter(({ end }) => end > serviceNowMs())
    .sort((one, other) => one.end - other.end);
  const texts = [...rights, { text: "view", end: Date.parse(expiresAt) }].map(
    ({ text, end }) => `${rights[0] ? `${text} ` : ""}${leftText(end - serviceNowMs())}`,
  );
  return <>{texts.join(", ")} left</>;
}
