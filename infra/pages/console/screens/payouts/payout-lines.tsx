import { worded } from "../../../../../shared/domain/payments/method-words.ts";
import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { Card } from "../../parts/fact.tsx";
import { PaymentLink } from "../../parts/links.tsx";
import { ListPage } from "../../parts/list-screen.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { None, Text } from "../../parts/text.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { counted } from "../../words/counted.ts";
import { lineText } from "../../words/labels.ts";

type PayoutLinesProps = { payout: Schemas["Payout"]; query: Query };

export function PayoutLines({ payout: { payoutId, lineCount }, query }: PayoutLinesProps) {
  const lines = useFetched(api.payoutLines(payoutId, query));
  // A page begins after so many lines.
  const before = Number(query.startingAfter ?? 0);
  const shown = lines.data?.data.length ?? lineCount;
  const all = counted(lineCount, "line");
  return (
    <Card title={shown === lineCount ? all : `Lines ${before + 1}–${before + shown} of ${lineCount}`}>
      <ListPage screen="payout" id={payoutId} query={query} of={lines} empty={() => null}>
        {(rows) => (
          <Table
            caption="Lines, oldest first"
            rows={rows}
            idOf={({ processorReference }) => processorReference}
            columns={COLUMNS}
          />
        )}
      </ListPage>
    </Card>
  );
}

const COLUMNS: Column<Schemas["PayoutLine"]>[] = [
  { name: "Type", cell: ({ kind }) => worded(lineText(kind)) },
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
  { name: "Date", cell: ({ at }) => <Moment at={at} /> },
  {
    name: "Net",
    look: "amount",
    cell: ({ netCents, grossCents, currency, exchangeRate, chargedCents, chargeCurrency }) => (
      <>
        <Money cents={netCents} currency={currency} />
        {exchangeRate !== null && chargedCents !== null && (
          <span class="under">
            <Money cents={Math.abs(chargedCents)} currency={chargeCurrency ?? ""} />{" "}
            {chargedCents < 0 ? "refunded" : "charged"}, <Money cents={grossCents} currency={currency} />{" "}
            gross
          </span>
        )}
      </>
    ),
  },
];
