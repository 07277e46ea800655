import { useState } from "preact/hooks";
import { csvRows, writtenText } from "../../../../../shared/domain/finance/csv.ts";
import * as api from "../../api/api.ts";
import { DownloadButton } from "../../parts/download-button.tsx";
import { Card } from "../../parts/fact.tsx";
import { PaymentLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Money } from "../../parts/money.tsx";
import { Table } from "../../parts/table.tsx";
import { Text } from "../../parts/text.tsx";
import { useFetched } from "../../state/use-fetched.ts";

/** A person looks through no more; the file has all of them. */
const SHOWN = 100;

const fileOf = (date: string) => api.file(`statements/${date}/payments.csv`);

/** The payments whose money moved that day, whenever they were made: from the file, which may be large, so on demand. */
export function MovedPayments({ date }: { date: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title="Payments"
      actions={<DownloadButton name={`payments-${date}.csv`} load={() => fileOf(date)} />}
    >
      {isOpen ? (
        <Moved date={date} />
      ) : (
        <button type="button" class="button" onClick={() => setOpen(true)}>
          Show payments
        </button>
      )}
    </Card>
  );
}

function Moved({ date }: { date: string }) {
  const rows = useFetched({ key: date, ask: async () => csvRows(await fileOf(date)) });
  return (
    <Loaded of={rows} missing={<p>The list of payments is no longer stored.</p>}>
      {(data) => (
        <>
          {data.length === 0 && <p class="lead">No activity on this day.</p>}
          {data.length > 0 && <Rows rows={data.slice(0, SHOWN)} />}
          {data.length > SHOWN && <p>{data.length - SHOWN} more are in the file.</p>}
        </>
      )}
    </Loaded>
  );
}

type Row = Record<string, string>;

const money =
  (of: string, sign = 1) =>
  (row: Row) => <Money cents={sign * Number(row[of]) || 0} currency={row.currency ?? ""} />;

const Rows = ({ rows }: { rows: Row[] }) => (
  <Table
    caption="Payments of this day"
    rows={rows}
    idOf={({ svcPaymentId, currency }) => `${svcPaymentId} ${currency}`}
    columns={[
      {
        name: "Order",
        cell: ({ svcPaymentId = "", orderRef = "" }) => (
          <PaymentLink id={svcPaymentId}>
            <Text value={writtenText(orderRef) || svcPaymentId} />
          </PaymentLink>
        ),
      },
      { name: "Gross", look: "named amount", cell: money("grossCents") },
      { name: "Refunds", look: "named amount", cell: money("refundsCents", -1) },
      { name: "Net", look: "named amount", cell: money("netCents") },
    ]}
  />
);
