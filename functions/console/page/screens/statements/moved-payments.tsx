import { useState } from "preact/hooks";
import { api } from "../../api/api.ts";
import { csvRows, writtenText } from "../../api/csv-rows.ts";
import { DownloadButton } from "../../parts/download-button.tsx";
import { Card } from "../../parts/fact.tsx";
import { PaymentLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Money } from "../../parts/money.tsx";
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
  const rows = useFetched(`moved ${date}`, async () => csvRows(await fileOf(date)));
  return (
    <Loaded of={rows} missing={<p>The list of payments is no longer stored.</p>}>
      {(data) => (
        <>
          {data.length === 0 && <p class="lead">No activity on this day.</p>}
          {data.length > 0 && <Table rows={data.slice(0, SHOWN)} />}
          {data.length > SHOWN && <p>{data.length - SHOWN} more are in the file.</p>}
        </>
      )}
    </Loaded>
  );
}

type Row = Record<string, string>;

const Table = ({ rows }: { rows: Row[] }) => (
  <table class="list">
    <caption class="for-ears">Payments of this day</caption>
    <thead>
      <tr>
        <th scope="col">Order</th>
        <th scope="col" class="amount">
          Charged
        </th>
        <th scope="col" class="wide amount">
          Refunds
        </th>
        <th scope="col" class="amount">
          Net
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ svcPaymentId = "", orderRef, currency = "", ...row }) => (
        <tr key={`${svcPaymentId} ${currency}`}>
          <td>
            <PaymentLink id={svcPaymentId}>
              <Text value={writtenText(orderRef ?? "") || svcPaymentId} />
            </PaymentLink>
          </td>
          <td class="amount">
            <Money cents={Number(row.grossCents)} currency={currency} />
          </td>
          <td class="wide amount">
            <Money cents={-Number(row.refundsCents) || 0} currency={currency} />
          </td>
          <td class="amount">
            <Money cents={Number(row.netCents)} currency={currency} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
