import { api } from "../../api/api.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { RefreshButton, Screen } from "../../parts/screen.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { Keys } from "./keys.tsx";
import { Sessions } from "./sessions.tsx";

export function Access() {
  const sessions = useFetched("sessions", api.sessions);
  const keys = useFetched("keys", api.keys);
  return (
    <Screen title="Sessions" actions={<RefreshButton of={sessions} />}>
      <h2>Console sessions</h2>
      <Loaded of={sessions}>{(data) => <Sessions sessions={data} reload={sessions.reload} />}</Loaded>
      <h2>API keys</h2>
      <Loaded of={keys}>{(data) => <Keys keys={data} />}</Loaded>
    </Screen>
  );
}
