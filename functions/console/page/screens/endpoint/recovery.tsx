import { useState } from "preact/hooks";
import { api } from "../../api/api.ts";
import { serviceNowMs } from "../../api/service-clock.ts";
import { useAction } from "../../parts/action-button.tsx";
import { Card } from "../../parts/fact.tsx";
import { Failure } from "../../parts/failure.tsx";
import { TimeField, textIn } from "../../parts/form.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { useLive } from "../../state/use-live.ts";
import { fieldTime, fieldValue } from "../../words/time.ts";

const DAY_MS = 86_400_000;

/** After an outage: everything of a time that was given up or held is sent again. */
export function Recovery() {
  const [id, setId] = useState<string>();
  const { run, isBusy, error } = useAction(async (form: FormData) => {
    const since = fieldTime(textIn(form, "since")) ?? "";
    const until = fieldTime(textIn(form, "until")) ?? "";
    setId((await api.recover({ since, until })).id);
  });
  const now = serviceNowMs();
  return (
    <Card title="After an outage">
      <p>
        Sends everything again that was given up or held, newest first, at most 25 a second. Twice sends
        nothing twice.
      </p>
      <form
        class="stacked"
        onSubmit={(event) => {
          event.preventDefault();
          run(new FormData(event.currentTarget));
        }}
      >
        <TimeField name="since" label="Received from" value={fieldValue(isoOf(now - DAY_MS))} required />
        <TimeField name="until" label="Received before" value={fieldValue(isoOf(now + 60_000))} required />
        <button type="submit" class="button" aria-disabled={isBusy}>
          Recover events
        </button>
      </form>
      {error && <Failure error={error} />}
      {id && <Progress key={id} id={id} />}
    </Card>
  );
}

const isoOf = (time: number): string => new Date(time).toISOString();

function Progress({ id }: { id: string }) {
  const recovery = useFetched(`recovery ${id}`, (signal) => api.recovery(id, signal));
  const { data, reload } = recovery;
  useLive(data?.state === "running", JSON.stringify(data), reload);
  return (
    <div role="status">
      <Loaded of={recovery}>
        {({ state, looked, sent }) => (
          <p>
            {state === "done" ? "Done" : "Under way"}: {looked} looked at, {sent} on their way again.
          </p>
        )}
      </Loaded>
    </div>
  );
}
