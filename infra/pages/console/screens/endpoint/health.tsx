import type { Schemas } from "../../api/types.ts";
import { Card, Fact } from "../../parts/fact.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { hrefOf } from "../../state/routes.ts";
import type { Fetched } from "../../state/use-fetched.ts";
import { counted } from "../../words/counted.ts";
import { tookText } from "../../words/time.ts";

type CallbackHealth = Schemas["CallbackHealth"];

const PARTS = [
  { name: "Delivered in 24 hours", of: "delivered", tone: "good" },
  { name: "Pending", of: "waiting", tone: "quiet" },
  { name: "Retrying", of: "failing", tone: "wait" },
  { name: "Failed in total", of: "dead", tone: "bad" },
  { name: "Paused", of: "held", tone: "quiet" },
] as const;

export const Health = ({ id, health }: { id: string; health: Fetched<CallbackHealth> }) => (
  <Card title="Health">
    <Loaded of={health}>
      {(data) => (
        <>
          {data.lookedBackTo !== null && (
            <p>
              Of your newest 1,000 events, since <Moment at={data.lookedBackTo} />.
            </p>
          )}
          <p class="lead">Events, each counted once. An event fails after 8 attempts.</p>
          <dl class="stats counts">
            {PARTS.map(({ name, of, tone }) => (
              <Fact key={of} name={name}>
                <strong class={data[of] > 0 ? tone : "quiet"}>{data[of]}</strong>
              </Fact>
            ))}
          </dl>
          <p>
            <a href={hrefOf("endpoint", { id, query: { tab: "deliveries" } })}>View deliveries</a>
            {data.dead > 0 && (
              <>
                {" "}
                ·{" "}
                <a href={hrefOf("events", { query: { endpointId: id, delivery: "dead" } })}>
                  View failed events
                </a>
              </>
            )}
          </p>
          <p>
            {data.p50AnswerMilliseconds === null
              ? "No responses in 24 hours."
              : `Median response in 24 hours: ${tookText(data.p50AnswerMilliseconds)} (${counted(data.answers, "response")})`}
          </p>
        </>
      )}
    </Loaded>
  </Card>
);
