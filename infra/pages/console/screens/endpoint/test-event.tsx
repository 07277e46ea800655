import { useState } from "preact/hooks";
import * as api from "../../api/api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { Card } from "../../parts/fact.tsx";
import { EventLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { useLive } from "../../state/use-live.ts";
import { DELIVERY_CHIPS, deliveryOf } from "../../words/labels.ts";
import { Attempts } from "../events/attempts.tsx";

export function TestEvent({ endpointId }: { endpointId: string }) {
  const [id, setId] = useState<string>();
  const send = async () => setId((await api.sendTestEvent(endpointId)).eventId);
  return (
    <Card title="Test event">
      <p>Sends the event callback.test.</p>
      <ActionButton text={id ? "Send another event" : "Send a test event"} act={send} primary />
      {id && <Watched key={id} id={id} endpointId={endpointId} />}
    </Card>
  );
}

function Watched({ id, endpointId }: { id: string; endpointId: string }) {
  const event = useFetched(api.event(id));
  const { data, reload } = event;
  const to = data?.deliveries.find((one) => one.endpointId === endpointId);
  useLive(to?.delivery === "pending", JSON.stringify(data), reload, to?.nextAttemptAt);
  return (
    <div class="watched" role="status">
      <Loaded of={event}>
        {(data) =>
          to && (
            <>
              <p>
                <Chip of={DELIVERY_CHIPS} value={deliveryOf(to.delivery, to.attemptCount)} />{" "}
                <EventLink id={data.id}>View event</EventLink>
              </p>
              <Attempts {...to} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}
