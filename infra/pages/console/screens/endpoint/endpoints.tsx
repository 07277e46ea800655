import { useState } from "preact/hooks";
import { isId } from "../../address/ids.ts";
import * as api from "../../api/api.ts";
import type { Endpoint } from "../../api/types.ts";
import { Chip } from "../../parts/chip.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Lacks } from "../../parts/lacks.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Screen } from "../../parts/screen.tsx";
import { Table } from "../../parts/table.tsx";
import { UrlText } from "../../parts/text.tsx";
import { useMay } from "../../state/session-context.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { ENDPOINT_LABELS } from "../../words/labels.ts";
import type { FirstAttention } from "../attention/attention.tsx";
import { PAYLOADS } from "./choice.tsx";
import { stateOf } from "./endpoint-state.ts";
import { Recovery } from "./recovery.tsx";
import { Address } from "./set-up.tsx";
import { ShownSecret } from "./shown-secret.tsx";

const MAX_ENDPOINTS = 5;

export function Endpoints({ attention }: { attention: FirstAttention }) {
  const [secret, showSecret] = useState<string>();
  const endpoints = useFetched(api.endpoints);
  const maySetUp = useMay("setup", "callbacks:write");
  const mayManage = useMay("manage");
  return (
    <Screen title="Webhooks" of={endpoints}>
      <ShownSecret secret={secret} />
      <Loaded of={endpoints}>
        {(all) => (
          <>
            {all.length > 0 ? <EndpointTable endpoints={all} attention={attention} /> : <NoEndpoint />}
            {mayManage && all.length > 1 && <Recovery />}
            {maySetUp && all.length < MAX_ENDPOINTS && (
              // Empty once one was added: a second click before the list has it would add another.
              <Address key={secret} showSecret={showSecret} changed={endpoints.reload} />
            )}
          </>
        )}
      </Loaded>
      {!maySetUp && <Lacks permission="setup" to="add an endpoint" />}
    </Screen>
  );
}

const EndpointTable = ({ endpoints, attention }: { endpoints: Endpoint[]; attention: FirstAttention }) => (
  <Table
    caption="Webhook endpoints"
    list="endpoints"
    rows={endpoints}
    idOf={({ id }) => id}
    columns={[
      {
        name: "URL",
        cell: ({ url }, link) => link(<UrlText value={url.replace("https://", "")} />),
      },
      {
        name: "Status",
        cell: (endpoint) => isId("endpoint", endpoint.id) && <Status {...{ endpoint, attention }} />,
      },
      {
        name: "Events",
        look: "named",
        cell: ({ events }) => (events ? `${events.length} types` : "Default"),
      },
      { name: "Payload", look: "widest named", cell: ({ payload }) => PAYLOADS[payload] },
    ]}
  />
);

/** As its own page has it. */
function Status({ endpoint, attention }: { endpoint: Endpoint; attention: FirstAttention }) {
  const { id } = endpoint;
  const health = useFetched(api.health(id));
  return (
    <>
      <Chip of={ENDPOINT_LABELS} value={stateOf(endpoint, attention, health.data?.failing)} />
      <Loaded of={health}>
        {({ delivered, failing, dead }) => (
          <span class="beside long">
            {delivered} delivered in 24 hours, {failing} retrying{dead > 0 && `, ${dead} failed in total`}
          </span>
        )}
      </Loaded>
    </>
  );
}

const NoEndpoint = () => (
  <Empty icon="endpoints" title="No webhook endpoint yet">
    No events are sent. Add the URL of your server to be notified of payments.{" "}
    <a href="/v1/docs#integrating">How webhooks work</a>
  </Empty>
);
