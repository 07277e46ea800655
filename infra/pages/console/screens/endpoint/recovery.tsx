import { useState } from "preact/hooks";
import * as api from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { ActionForm } from "../../parts/action-form.tsx";
import { Card } from "../../parts/fact.tsx";
import { Select, TimeField, textIn } from "../../parts/form.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { useUtc } from "../../parts/moment.tsx";
import { type Fetched, useFetched } from "../../state/use-fetched.ts";
import { useLive } from "../../state/use-live.ts";
import { counted } from "../../words/counted.ts";
import { fieldTime, timeAfter } from "../../words/time.ts";

const DAY_MS = 86_400_000;

/** Of one endpoint with its health, or of all. */
type RecoveryProps = { endpointId?: string; health?: Fetched<Schemas["CallbackHealth"]> };

export function Recovery({ endpointId, health }: RecoveryProps) {
  const [id, setId] = useState<string>();
  const inUtc = useUtc();
  const recover = async (form?: FormData) => {
    setId((await api.recover({ endpointId, ...(form && windowIn(form, inUtc)) })).id);
    health?.reload();
  };
  const data = health?.data;
  return (
    <Card title="Resend failed events">
      <p>Each event is sent once, up to 25 per second.</p>
      {!health && <ActionButton text="Resend to all endpoints" act={recover} />}
      {data && (
        <>
          {data.dead > 0 && (
            <p>
              <ActionButton text={`Resend ${counted(data.dead, "failed event")}`} act={recover} primary />
            </p>
          )}
          <details>
            <summary>Choose a time range, or include paused events</summary>
            <ActionForm text="Resend events" act={recover}>
              <Select name="by" label="Events that" options={WINDOWS} />
              <TimeField name="since" label="From" at={timeAfter(data.asOf, -DAY_MS)} required />
              <TimeField name="until" label="Before" at={timeAfter(data.asOf, 60_000)} required />
            </ActionForm>
          </details>
        </>
      )}
      {id && <Progress key={id} id={id} />}
    </Card>
  );
}

const WINDOWS = { death: "failed", receipt: "were received" };

const windowIn = (form: FormData, inUtc: boolean) => ({
  since: fieldTime(textIn(form, "since"), inUtc),
  until: fieldTime(textIn(form, "until"), inUtc),
  by: textIn(form, "by"),
});

function Progress({ id }: { id: string }) {
  const recovery = useFetched(api.recovery(id));
  const { data, reload } = recovery;
  useLive(data?.state === "running", JSON.stringify(data), reload);
  return (
    <div role="status">
      <Loaded of={recovery}>
        {({ state, looked, sent }) => (
          <p>
            {state === "done" ? "Done" : "In progress"}: {looked} checked, {sent} resent.
          </p>
        )}
      </Loaded>
    </div>
  );
}
