import { useState } from "preact/hooks";
import * as api from "../../api/api.ts";
import { ActionForm } from "../../parts/action-form.tsx";
import { saveFile } from "../../parts/download-button.tsx";
import { Card } from "../../parts/fact.tsx";
import { Field, Select, textIn } from "../../parts/form.tsx";
import { visible } from "../../words/visible.ts";

const FORMATS = { csv: "CSV", excel: "Excel", xero: "Xero", quickbooks: "QuickBooks", datev: "DATEV" };

/** Excel reads numbers as the country writes them. */
const HAS_DECIMAL_COMMA = (0.5).toLocaleString().includes(",");

type BalanceLinesProps = { from: string; to: string; currencies: string[] };

/** All balance lines of a time range in one file, part by part. A part is kept as a blob, outside of the page's memory. */
export function BalanceLines({ from, to, currencies }: BalanceLinesProps) {
  const [format, setFormat] = useState("csv");
  const [part, setPart] = useState<{ day: string; first: string; last: string }>();
  const [missing, setMissing] = useState("");
  /** Such a file has one currency. */
  const isForAccounting = !["csv", "excel"].includes(format);
  const download = async (form: FormData) => {
    const [first, last] = [textIn(form, "from"), textIn(form, "to")];
    if (format === "excel" && HAS_DECIMAL_COMMA) {
      form.set("separator", ";");
      form.set("decimal", "comma");
    }
    const parts: Blob[] = [];
    try {
      for (let after: string | undefined = ""; after !== undefined; ) {
        setPart({ day: after.slice(0, 10) || first, first, last });
        const answer = await api.movements(form, after);
        parts.push(new Blob([answer.data]));
        setMissing(answer.missingDays ?? "");
        after = new URLSearchParams(answer.next).get("after") ?? undefined;
      }
    } finally {
      setPart(undefined);
    }
    // DATEV takes only files with this beginning. A file for accounting says for which program and currency it is.
    const [begin, end] = [
      format === "datev" ? "EXTF_" : "",
      isForAccounting ? `-${format}-${textIn(form, "currency")}` : "",
    ];
    saveFile(`${begin}movements-${first}-${last}${end}.csv`, new Blob(parts));
  };
  return (
    <Card title="File for your bookkeeper">
      <p class="lead">Every charge, refund, fee and payout of these days, one line each.</p>
      <ActionForm text="Download file" act={download}>
        <div class="filters">
          <Field type="date" name="from" label="From" value={from} required />
          <Field type="date" name="to" label="To" value={to} required />
          <Select name="format" label="Format" options={FORMATS} choose={setFormat} />
          {isForAccounting && (
            <Select
              name="currency"
              label="Currency"
              options={Object.fromEntries(currencies.map((one) => [one, visible(one.toUpperCase())]))}
            />
          )}
          {format === "datev" && (
            <>
              <Field name="datevClient" label="Consultant/client" placeholder="29098/55003" required />
              <Field
                name="datevAccounts"
                label="Accounts: balance, sales, fees, in transit"
                placeholder="1361,8400,4970,1360"
                required
              />
            </>
          )}
        </div>
      </ActionForm>
      {part && (
        <progress
          aria-label="Progress"
          max={Date.parse(part.last) - Date.parse(part.first)}
          value={Date.parse(part.day) - Date.parse(part.first)}
        />
      )}
      {missing && <p role="status">Days without a statement, not in the file: {missing}</p>}
    </Card>
  );
}
