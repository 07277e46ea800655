import { useContext } from "preact/hooks";
import { api } from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Text } from "../../parts/text.tsx";
import { SessionContext, useMay } from "../../state/session-context.ts";
import { ACCESS_LABELS, SESSION_LABELS } from "../../words/labels.ts";

type Listed = Schemas["ConsoleSession"];
type SessionsProps = { sessions: Listed[]; reload: () => void };

const isOpen = ({ state }: Listed): boolean => state === "offered" || state === "live";

/** Those made last, with support's and why they were made. The reader's own ends at the foot of the page. */
export function Sessions({ sessions, reload }: SessionsProps) {
  const own = useContext(SessionContext)?.sessionId;
  const mayManage = useMay("manage");
  return (
    <table class="list">
      <caption class="for-ears">Console sessions, newest first</caption>
      <thead>
        <tr>
          <th scope="col" class="wide">
            Created
          </th>
          <th scope="col">Access</th>
          <th scope="col" class="wide">
            Created by
          </th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.sessionId}>
            <td class="wide">
              <Moment at={session.createdAt} detail="brief" />
            </td>
            <td>
              <Text value={ACCESS_LABELS[session.access] ?? session.access} />
              <span class="under narrow">
                <Maker session={session} />
              </span>
              <span class="under narrow">
                <Moment at={session.createdAt} detail="brief" />
              </span>
            </td>
            <td class="wide">
              <Maker session={session} />
            </td>
            <td>
              <Chip of={SESSION_LABELS} value={session.state} />
              {session.sessionId === own && <span class="under">This session</span>}
              {mayManage && isOpen(session) && session.sessionId !== own && (
                <End id={session.sessionId} reload={reload} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Maker = ({ session: { keyId, reason } }: { session: Listed }) =>
  keyId === null ? (
    <>
      Support: <Text value={reason ?? ""} />
    </>
  ) : (
    <span class="suffix">
      Key …<Text value={keyId.slice(-4)} />
    </span>
  );

const End = ({ id, reload }: { id: string; reload: () => void }) => (
  <ActionButton
    text="End"
    question={{ title: "End this session?", text: "Its browser or link stops working now." }}
    act={async () => {
      await api.endOtherSession(id);
      reload();
    }}
  />
);
