import { useState } from "preact/hooks";
import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { Endpoint as CallbackEndpoint } from "../../api/types.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { Empty, NotFound } from "../../parts/empty.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { Lacks } from "../../parts/lacks.tsx";
import { ListPage } from "../../parts/list-screen.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Screen } from "../../parts/screen.tsx";
import { SetUps } from "../../parts/set-ups.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { UrlText } from "../../parts/text.tsx";
import { useUndo } from "../../parts/use-undo.tsx";
import { hrefOf } from "../../state/routes.ts";
import { useMay } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { ENDPOINT_LABELS } from "../../words/labels.ts";
import type { FirstAttention } from "../attention/attention.tsx";
import { EventTable } from "../events/events.tsx";
import { searchEvents } from "../events/search-events.ts";
import { ChoiceForm, Chosen } from "./choice.tsx";
import { Doctor } from "./doctor.tsx";
import { stateOf } from "./endpoint-state.ts";
import { Health } from "./health.tsx";
import { LastResponse } from "./last-response.tsx";
import { Recovery } from "./recovery.tsx";
import { Rotation } from "./rotation.tsx";
import { Address } from "./set-up.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { TestEvent } from "./test-event.tsx";

type EndpointProps = { id: string; query: Query; attention: FirstAttention };

const TABS = { "": "Overview", deliveries: "Deliveries", settings: "Settings" };

export function Endpoint({ id, query, attention }: EndpointProps) {
  const { tab = "" } = query;
  const [secret, showSecret] = useState<string>();
  const maySetUp = useMay("setup", "callbacks:write");
  const mayManage = useMay("manage");
  const endpoint = useFetched(api.endpoint(id));
  const health = useFetched(api.health(id));
  const reload = () => {
    endpoint.reload();
    health.reload();
  };
  return (
    <Screen
      title="Webhook endpoint"
      back="endpoints"
      of={{ reload, isAsking: endpoint.isAsking || health.isAsking }}
    >
      <ShownSecret secret={secret} />
      {endpoint.data && (
        <p class="address">
          <UrlText value={endpoint.data.url} />
        </p>
      )}
      <Tabs
        name="Endpoint"
        chosen={tab}
        options={TABS}
        hrefFor={(one) => hrefOf("endpoint", { id, query: { tab: one } })}
      />
      <Loaded of={endpoint} missing={<NotFound noun="endpoint" />}>
        {(data) =>
          tab === "deliveries" ? (
            <Deliveries id={id} />
          ) : tab === "settings" ? (
            <>
              <Card title="Settings">
                <Chosen endpoint={data} />
                <Secrets endpoint={data} />
              </Card>
              {maySetUp ? (
                <>
                  <div class="pair">
                    <Address endpoint={data} changed={reload} />
                    <Rotation id={id} showSecret={showSecret} changed={reload} />
                  </div>
                  <ChoiceForm endpoint={data} changed={reload} />
                </>
              ) : (
                <Lacks permission="setup" to="change its URL, secret or subscriptions" />
              )}
              <Doctor id={id} />
            </>
          ) : (
            <>
              <SetUps of={data.setUps} />
              <div class="pair">
                <Where
                  endpoint={data}
                  state={stateOf(data, attention, health.data?.failing)}
                  changed={reload}
                  maySetUp={maySetUp}
                />
                <Health id={id} health={health} />
              </div>
              <LastResponse id={id} health={health} />
              <div class="pair">
                {(mayManage || maySetUp) && <TestEvent endpointId={id} />}
                {mayManage && <Recovery endpointId={id} health={health} />}
              </div>
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

/** The endpoint's newest events, with what became of them there; the older ones are among all events. */
function Deliveries({ id }: { id: string }) {
  const query = { endpointId: id };
  const events = useFetched(searchEvents(query));
  return (
    <ListPage
      of={events}
      screen="events"
      query={query}
      empty={() => (
        <Empty icon="events" title="No deliveries yet">
          Events that are sent to this endpoint appear here for 90 days.
        </Empty>
      )}
    >
      {(rows) => <EventTable events={rows} />}
    </ListPage>
  );
}

type WhereProps = {
  endpoint: CallbackEndpoint;
  state: keyof typeof ENDPOINT_LABELS;
  changed: () => void;
  maySetUp: boolean;
};

function Where({ endpoint, state, changed, maySetUp }: WhereProps) {
  const mayManage = useMay("manage");
  const { id, disabled } = endpoint;
  const { offerUndo, toast } = useUndo();
  const turn = async (to: "enable" | "disable") => {
    await api.switchEndpoint(id, to);
    changed();
  };
  const act = async () => {
    await turn(disabled ? "enable" : "disable");
    if (!disabled) offerUndo({ text: "Endpoint disabled.", undo: () => turn("enable") });
  };
  const remove = async () => {
    await api.switchEndpoint(id, "delete");
    location.hash = hrefOf("endpoints");
  };
  return (
    <Card title="Status">
      <p>
        <Chip of={ENDPOINT_LABELS} value={state} /> {ENDPOINT_LABELS[state].meaning}
      </p>
      <div class="actions">
        {mayManage && <ActionButton text={`${disabled ? "Enable" : "Disable"} endpoint`} act={act} />}
        {maySetUp && <ActionButton text="Delete endpoint" act={remove} question={DELETING} />}
      </div>
      {!mayManage && <Lacks permission="webhook" to="disable it or resend events" />}
      {toast}
    </Card>
  );
}

const DELETING = {
  title: "Delete the endpoint?",
  text: "It receives no more events.",
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
