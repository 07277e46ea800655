import { useContext } from "preact/hooks";
import * as api from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { RightEnd } from "../../parts/right-end.tsx";
import { Screen } from "../../parts/screen.tsx";
import { Table } from "../../parts/table.tsx";
import { Text } from "../../parts/text.tsx";
import { SessionContext, useMay } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { accessText, RIGHTS, SESSION_LABELS } from "../../words/labels.ts";

type Listed = Schemas["ConsoleSession"];

const isOpen = ({ state }: Listed): boolean => state === "offered" || state === "live";

/** Those made last, with support's and why they were made. The reader's own ends at the foot of the page. */
export function Sessions() {
  const sessions = useFetched(api.sessions);
  const own = useContext(SessionContext)?.sessionId;
  const mayManage = useMay("manage");
  return (
    <Screen title="Sessions" of={sessions}>
      <Loaded of={sessions}>
        {(data) => (
          <Table
            caption="Console sessions, newest first"
            rows={data}
            idOf={({ sessionId }) => sessionId}
            columns={[
              {
                name: "Access",
                cell: (session) => (
                  <>
                    <span class="whole">{accessText(session.access)}</span>
                    {RIGHTS.filter((right) => right in session.may).map((right) => (
                      <span key={right} class="under">
                        <RightEnd right={right} end={session.state === "live" ? session.may[right] : null} />
                      </span>
                    ))}
                  </>
                ),
              },
              {
                name: "Status",
                cell: (session) => (
                  <>
                    <Chip of={SESSION_LABELS} value={session.state} />
                    {session.sessionId === own && <span class="under">This session</span>}
                    {mayManage && isOpen(session) && session.sessionId !== own && (
                      <End id={session.sessionId} reload={sessions.reload} />
                    )}
                  </>
                ),
              },
              { name: "Created by", cell: (session) => <Maker session={session} /> },
              {
                name: "Created",
                look: "widest named",
                cell: ({ createdAt }) => <Moment at={createdAt} />,
              },
              {
                name: "View until",
                look: "named",
                cell: ({ endedAt, expiresAt }) => <Moment at={endedAt ?? expiresAt} />,
              },
            ]}
          />
        )}
      </Loaded>
    </Screen>
  );
}

const Maker = ({ session: { keyId, reason } }: { session: Listed }) =>
  keyId === null ? (
    <>
      Support: <Text value={reason ?? ""} />
    </>
  ) : (
    <span class="whole">
      Key …<Text value={keyId.slice(-4)} />
    </span>
  );

const End = ({ id, reload }: { id: string; reload: () => void }) => (
  <ActionButton
    text="End session"
    question={{ title: "End this session?", text: "Its user is signed out at once." }}
    act={async () => {
      await api.endOtherSession(id);
      reload();
    }}
  />
);
