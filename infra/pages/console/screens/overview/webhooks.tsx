import type { Overview, Schemas } from "../../api/types.ts";
import { Chart } from "../../parts/chart.tsx";
import { Chip, Tag } from "../../parts/chip.tsx";
import { Moment, useUtc } from "../../parts/moment.tsx";
import { hrefOf } from "../../state/routes.ts";
import { counted, number } from "../../words/counted.ts";
import { ATTENTION_LABELS } from "../../words/labels.ts";
import { dateText, timeText, tookText } from "../../words/time.ts";
import { Subject } from "../attention/attention.tsx";
import { Counting, soFar, Told } from "./told.tsx";

type WebhooksProps = { data: Overview; attention: readonly Schemas["Attention"][] | undefined };

/** Whether an endpoint fails is known from what needs attention, which is there already. */
export function Webhooks({ data: { webhooks }, attention }: WebhooksProps) {
  const inUtc = useUtc();
  const { hours, failedInAll } = webhooks;
  const of = (name: "delivered" | "failed") => hours.map((hour) => hour[name]);
  const sum = (name: Parameters<typeof of>[0]) => of(name).reduce((all, count) => all + count, 0);
  const [delivered, failed] = [sum("delivered"), sum("failed")];
  const total = delivered + failed;
  const failing = attention?.filter(({ kind }) => kind === "endpoint_failing");
  return (
    <Told
      title="Webhooks, last 24 hours"
      actions={
        failing?.[0] ? (
          <Chip of={ATTENTION_LABELS} value="endpoint_failing" />
        ) : (
          failing && delivered > 0 && failed === 0 && <Tag text="Healthy" tone="good" />
        )
      }
      hero={
        total === 0
          ? "No attempts"
          : failed > 0
            ? `${number(failed)} of ${number(total)} attempts failed`
            : `${number(delivered)} delivered`
      }
      chart={
        total > 0 && (
          <Chart
            title="Attempts per hour"
            labels={hours.map(({ at }) => timeText(at, inUtc, "brief"))}
            ticks={hours.map(({ at }) => dateText(at, "hour", inUtc))}
            bars={[
              { name: "Delivered", look: "one", values: of("delivered"), text: number },
              { name: "Failed", look: "three", values: of("failed"), text: number },
            ]}
            line={{
              name: "Median response",
              look: "four",
              values: hours.map((hour) => hour.medianMilliseconds),
              text: tookText,
            }}
            pale={soFar(hours)}
          />
        )
      }
    >
      {failing?.map((item) => (
        <p key={item.since}>
          <Subject item={item} />
          <span class="under">
            Failing since <Moment at={item.since} />
          </span>
        </p>
      ))}
      <Counting of={webhooks} />
      <p class="hint">Attempts for events of the last two days, each in the hour it was made.</p>
      <p>
        <a href={hrefOf("endpoints")}>View webhooks</a>
        {failedInAll > 0 && `: ${counted(failedInAll, "event")} of any age failed for good, after 8 attempts`}
      </p>
    </Told>
  );
}
