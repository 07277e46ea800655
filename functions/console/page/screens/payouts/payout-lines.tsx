import type { Query } from "../../address/query.ts";
import { queryText } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { Card } from "../../parts/fact.tsx";
import { PaymentLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { Pager } from "../../parts/pager.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { None, Text } from "../../parts/text.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { worded } from "../../words/method.ts";

type PayoutLinesProps = { payout: Schemas["Payout"]; query: Query };

export function PayoutLines({ payout: { payoutId, lineCount }, query }: PayoutLinesProps) {
  const lines = useFetched(`lines ${payoutId}?${queryText(query)}`, (signal) =>
    api.payoutLines(payoutId, query, signal),
  );
  // A page begins after so many lines.
  const before = Number(query.startingAfter ?? 0);
  const shown = lines.data?.data.length ?? lineCount;
  const all = lineCount === 1 ? "1 line" : `${lineCount} lines`;
  return (
    <Card title={shown === lineCount ? all : `Lines ${before + 1}–${before + shown} of ${lineCount}`}>
      <Loaded of={lines}>
        {({ data, next }) => (
          <>
            <Table
              caption="Lines, oldest first"
              rows={data}
              idOf={({ processorReference }) => processorReference}
              columns={COLUMNS}
            />
            <Pager screen="payout" id={payoutId} query={query} next={next} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

const COLUMNS: Column<Schemas["PayoutLine"]>[] = [
  { name: "Type", cell: ({ kind }) => <Text value={worded(kind)} /> },
  {
    name: "Order",
    cell: ({ svcPaymentId, orderRef, merchantsOwn }) =>
      svcPaymentId === null ? (
        <None>{merchantsOwn ? "outside this service" : "–"}</None>
      ) : (
        <PaymentLink id={svcPaymentId}>
          <Text value={orderRef ?? svcPaymentId} />
        </PaymentLink>
      ),
  },
  { name: "Date", cell: ({ at }) => <Moment at={at} detail="brief" /> },
  {
    name: "Net",
    look: "amount",
    cell: ({ netCents, currency, exchangeRate, chargedCents, chargeCurrency }) => (
      <>
        <Money cents={netCents} currency={currency} />
        {exchangeRate !== null && chargedCents !== null && (
          <span class="under">
            charged <Money cents={chargedCents} currency={chargeCurrency ?? ""} />
          </span>
        )}
      </>
    ),
  },
];
