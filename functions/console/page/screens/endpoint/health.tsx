import type { Schemas } from "../../api/types.ts";
import { Card } from "../../parts/fact.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { hrefOf } from "../../state/routes.ts";
import type { Fetched } from "../../state/use-fetched.ts";
import { tookText } from "../../words/time.ts";

type CallbackHealth = Schemas["CallbackHealth"];

const PARTS = [
  { name: "Delivered", of: "delivered", tone: "good" },
  { name: "Pending", of: "waiting", tone: "quiet" },
  { name: "Retrying", of: "failing", tone: "wait" },
  { name: "Failed", of: "dead", tone: "bad" },
  { name: "Paused", of: "held", tone: "held" },
] as const;

export const Health = ({ health }: { health: Fetched<CallbackHealth> }) => (
  <Card title="Health">
    <Loaded of={health}>
      {(data) => (
        <>
          <p class="lead">
            {data.events === 0
              ? "No open events, and none delivered since "
              : "Open events, and those delivered since "}
            <Moment at={data.since} />
            {data.events === 0 ? "." : ":"}
          </p>
          {data.lookedBackTo !== null && (
            <p>
              Only your newest 1,000 events are counted, and all failed ones. The oldest is of{" "}
              <Moment at={data.lookedBackTo} />.
            </p>
          )}
          {data.events > 0 && <Bar health={data} />}
          <ul class="counts">
            {PARTS.map(({ name, of, tone }) => (
              <li key={of} class={tone}>
                <strong>{data[of]}</strong> {name}
              </li>
            ))}
          </ul>
          {data.dead > 0 && (
            <p class="problem">
              {data.dead} failed {data.dead === 1 ? "event" : "events"}.{" "}
              <a href={hrefOf("events", { query: { delivery: "dead" } })}>View events</a>
            </p>
          )}
          <p>
            {data.p50AnswerMilliseconds === null
              ? "No responses yet."
              : `Median response: ${tookText(data.p50AnswerMilliseconds)} (${data.answers} responses)`}
          </p>
        </>
      )}
    </Loaded>
  </Card>
);

function Bar({ health }: { health: CallbackHealth }) {
  let from = 0;
  return (
    <svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      {PARTS.map(({ of, tone }) => {
        const width = (100 * health[of]) / health.events;
        const x = from;
        from += width;
        return <rect key={of} class={tone} x={x} width={width} height="4" />;
      })}
    </svg>
  );
}
