import { useState } from "preact/hooks";
import * as api from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Tag } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Screen } from "../../parts/screen.tsx";
import { SetUps } from "../../parts/set-ups.tsx";
import { Text } from "../../parts/text.tsx";
import { useMay } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { ChoiceForm, Chosen } from "./choice.tsx";
import { Doctor } from "./doctor.tsx";
import { Health } from "./health.tsx";
import { Recovery } from "./recovery.tsx";
import { SetUp } from "./set-up.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { TestEvent } from "./test-event.tsx";

type CallbackEndpoint = Schemas["CallbackEndpoint"];

export function Endpoint() {
  const [secret, showSecret] = useState<string>();
  const maySetUp = useMay("setup", "callbacks:write");
  const endpoint = useFetched("endpoint", api.endpoint);
  const health = useFetched("health", api.health);
  const mayManage = useMay("manage");
  const reload = () => {
    endpoint.reload();
    health.reload();
  };
  return (
    <Screen title="Webhook endpoint" of={{ reload, isAsking: endpoint.isAsking || health.isAsking }}>
      <ShownSecret secret={secret} />
      <Loaded of={endpoint} missing={<NoEndpoint maySetUp={maySetUp} />}>
        {(data) => (
          <>
            <SetUps setUps={data.setUps} />
            <div class="pair">
              <Where endpoint={data} changed={reload} />
              <Health health={health} />
            </div>
            <div class="pair">
              {(mayManage || maySetUp) && <TestEvent />}
              {mayManage && <Recovery health={health} />}
            </div>
            {!mayManage && (
              <p class="hint">
                To disable the endpoint or resend events, ask for a session with operate access.
              </p>
            )}
            {!maySetUp && (
              <p class="hint">
                To change its URL, secret or subscriptions, ask for a session with setup access.
              </p>
            )}
            <Doctor />
          </>
        )}
      </Loaded>
      {maySetUp && (endpoint.data || endpoint.error?.status === 404) && (
        <SetUp url={endpoint.data?.url} showSecret={showSecret} changed={reload} />
      )}
      {maySetUp && endpoint.data && <ChoiceForm endpoint={endpoint.data} changed={reload} />}
    </Screen>
  );
}

function Where({ endpoint, changed }: { endpoint: CallbackEndpoint; changed: () => void }) {
  const mayManage = useMay("manage");
  const { disabled, url } = endpoint;
  const act = async () => {
    await (disabled ? api.enable() : api.disable());
    changed();
  };
  return (
    <Card title="Endpoint">
      <p class="address">
        <Text value={url} />
      </p>
      <p>
        <Tag text={disabled ? "Disabled" : "Enabled"} tone={disabled ? "wait" : "good"} />{" "}
        {disabled
          ? "Events are recorded and paused. Enabling sends them within seconds, rarely after up to two minutes."
          : "Events are sent right away."}
      </p>
      <Chosen endpoint={endpoint} />
      <Secrets endpoint={endpoint} />
      {mayManage && (
        <ActionButton
          text={disabled ? "Enable" : "Disable"}
          act={act}
          {...(!disabled && { question: DISABLING })}
        />
      )}
    </Card>
  );
}

const DISABLING = {
  title: "Disable the endpoint?",
  text: "No events are sent until you enable it again. They are recorded, and none is lost.",
};

const Secrets = ({ endpoint }: { endpoint: CallbackEndpoint }) => (
  <Facts>
    <Fact name="Signing secret">
      Created <Moment at={endpoint.secretCreatedAt} />
    </Fact>
    <Fact name="Rotation">
      {endpoint.previousSecretExpiresAt === null ? (
        "None in progress."
      ) : (
        <>
          The previous secret is valid until <Moment at={endpoint.previousSecretExpiresAt} />.
        </>
      )}
    </Fact>
  </Facts>
);

const NoEndpoint = ({ maySetUp }: { maySetUp: boolean }) => (
  <Empty icon="endpoint" title="No webhook endpoint yet">
    No events are sent. {!maySetUp && "To add an endpoint, ask for a session with setup access."}
  </Empty>
);
