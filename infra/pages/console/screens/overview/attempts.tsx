import type { Overview } from "../../api/types.ts";
import { Chart } from "../../parts/chart.tsx";
import { Lines } from "../../parts/table.tsx";
import { hrefOf } from "../../state/routes.ts";
import { number } from "../../words/counted.ts";
import { declineText } from "../../words/labels.ts";
import { daysOf } from "../../words/time.ts";
import { rangeText, soFar, Told } from "./told.tsx";

const TOP = 5;

export function Attempts({ data: { attempts } }: { data: Overview }) {
  const { days, reasons } = attempts;
  const sum = (of: "approved" | "declined") => days.reduce((all, day) => all + day[of], 0);
  const [approved, declined] = [sum("approved"), sum("declined")];
  const total = approved + declined;
  return (
    <Told
      title="Success rate"
      hero={total === 0 ? "–" : `${((100 * approved) / total).toFixed(1)}%`}
      chart={
        days.length > 1 &&
        total > 0 && (
          <Chart
            title="Payment attempts per day (UTC)"
            {...daysOf(days)}
            bars={[
              { name: "Approved", look: "one", values: days.map((day) => day.approved), text: number },
              { name: "Declined", look: "two", values: days.map((day) => day.declined), text: number },
            ]}
            pale={soFar(days)}
          />
        )
      }
    >
      <p class="lead">
        {number(approved)} approved of {number(total)} attempts
        <br />
        {rangeText(days, true)}
      </p>
      {reasons[0] && (
        <>
          <h3>Top decline reasons</h3>
          <Lines of={reasons.slice(0, TOP).map(({ code, count }) => [declineText(code), number(count)])} />
          <p>
            <a href={hrefOf("payments", { query: { status: "declined" } })}>View declined payments</a>
          </p>
        </>
      )}
    </Told>
  );
}
