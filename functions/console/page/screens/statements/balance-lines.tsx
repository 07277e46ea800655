import { useState } from "preact/hooks";
import { api } from "../../api/api.ts";
import { DownloadButton } from "../../parts/download-button.tsx";
import { Card } from "../../parts/fact.tsx";

/** All balance lines of a time range in one file, part by part: at first of the month of the last statement. A part is kept as a blob, outside of the page's memory. */
export function BalanceLines({ to }: { to: string }) {
  const [range, setRange] = useState({ from: `${to.slice(0, 8)}01`, to });
  const [day, setDay] = useState("");
  const [missing, setMissing] = useState("");
  const load = async () => {
    const parts: Blob[] = [];
    for (let after: string | undefined = ""; after !== undefined; ) {
      setDay(after.slice(0, 10));
      const answer = await api.movements({ ...range, ...(after && { after }) });
      parts.push(new Blob([answer.data]));
      setMissing(answer.missingDays ?? "");
      after = new URLSearchParams(answer.next).get("after") ?? undefined;
    }
    setDay("");
    return new Blob(parts);
  };
  return (
    <Card
      title="All balance lines"
      actions={<DownloadButton name={`movements-${range.from}-${range.to}.csv`} load={load} />}
    >
      <div class="actions">
        {(["from", "to"] as const).map((name) => (
          <label key={name}>
            {name === "from" ? "From" : "To"}{" "}
            <input
              type="date"
              value={range[name]}
              onInput={({ currentTarget }) => setRange({ ...range, [name]: currentTarget.value })}
            />
          </label>
        ))}
        {day && (
          <progress
            aria-label="Progress"
            max={Date.parse(range.to) - Date.parse(range.from)}
            value={Date.parse(day) - Date.parse(range.from)}
          />
        )}
      </div>
      {missing && <p role="status">Days without a statement, not in the file: {missing}</p>}
    </Card>
  );
}
