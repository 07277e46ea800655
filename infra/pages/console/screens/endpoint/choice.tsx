import * as api from "../../api/api.ts";
import { CallError } from "../../api/call.ts";
import type { Endpoint, Schemas } from "../../api/types.ts";
import { ActionForm } from "../../parts/action-form.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { Select, textIn } from "../../parts/form.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Text } from "../../parts/text.tsx";
import { useUndo } from "../../parts/use-undo.tsx";
import { useFetched } from "../../state/use-fetched.ts";

type EventType = Schemas["EventType"];

export const PAYLOADS: Record<Endpoint["payload"], string> = {
  processor: "Processor events",
  service: "Service events",
};

export const Chosen = ({ endpoint: { events, payload } }: { endpoint: Endpoint }) => (
  <Facts>
    <Fact name="Events">{events === null ? "Default events" : events.join(", ") || "None"}</Fact>
    <Fact name="Payload">{PAYLOADS[payload]}</Fact>
  </Facts>
);

export function ChoiceForm({ endpoint, changed }: { endpoint: Endpoint; changed: () => void }) {
  const types = useFetched(api.eventTypes);
  const { offerUndo, toast } = useUndo();
  const restore = async () => {
    await api.changeEndpoint(endpoint.id, { events: endpoint.events, payload: endpoint.payload });
    changed();
  };
  const save = async (form: FormData, all: EventType[]) => {
    const ticked = form.getAll("events").map(String);
    // An endpoint with the default keeps it, also with the other payload, which has another default.
    const events = endpoint.events === null && isDefault(ticked, all, endpoint.payload) ? null : ticked;
    try {
      const now = await api.endpoint(endpoint.id).ask();
      if (!api.isSameEndpoint(endpoint, now)) throw new CallError(CHANGED);
      await api.changeEndpoint(endpoint.id, { events, payload: textIn(form, "payload") });
      offerUndo({ text: "Subscriptions saved.", undo: restore });
    } finally {
      changed();
    }
  };
  return (
    <Card title="Subscriptions">
      {toast}
      <Loaded of={types}>
        {(all) => (
          <ActionForm
            // Another choice is another form: ticks that were set on an old one would undo the new one.
            key={JSON.stringify([endpoint.events, endpoint.payload])}
            text="Save subscriptions"
            act={(form) => save(form, all)}
          >
            <fieldset class="ticks">
              <legend>Events</legend>
              {all.map((type) => (
                <Type key={type.name} type={type} isChosen={isChosen(type, endpoint)} />
              ))}
            </fieldset>
            <Select name="payload" label="Payload" value={endpoint.payload} options={PAYLOADS} />
          </ActionForm>
        )}
      </Loaded>
    </Card>
  );
}

const CHANGED = "The endpoint has changed since you opened this page. Nothing was saved.";

const isDefault = (ticked: string[], all: EventType[], payload: Endpoint["payload"]): boolean =>
  all.every(({ name, defaultFor }) => ticked.includes(name) === defaultFor.includes(payload));

const isChosen = ({ name, defaultFor }: EventType, { events, payload }: Endpoint): boolean =>
  events === null ? defaultFor.includes(payload) : events.includes(name);

const Type = ({ type: { name, meaning }, isChosen }: { type: EventType; isChosen: boolean }) => (
  <label class="tick">
    <input type="checkbox" name="events" value={name} defaultChecked={isChosen} />
    <code>{name}</code>
    <span>
      <Text value={meaning} />
    </span>
  </label>
);
