import type { Query } from "../../address/query.ts";
import { queryText } from "../../address/query.ts";
import { api } from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { Card } from "../../parts/fact.tsx";
import { PaymentLink } from "../../parts/links.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Money } from "../../parts/money.tsx";
import { None, Text } from "../../parts/text.tsx";
import { hrefOf, queryOf } from "../../state/routes.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { lineText } from "../../words/labels.ts";

type PayoutLinesProps = { payout: Schemas["Payout"]; query: Query };

export function PayoutLines({ payout: { payoutId, lineCount }, query }: PayoutLinesProps) {
  const lines = useFetched(`lines ${payoutId}?${queryText(query)}`, (signal) =>
    api.payoutLines(payoutId, query, signal),
  );
  return (
    <Card title={lineCount === 1 ? "1 line" : `${lineCount} lines`}>
      <Loaded of={lines}>
        {({ data, next }) => (
          <>
            <table class="list">
              <caption class="for-ears">Lines, oldest first</caption>
              <thead>
                <tr>
                  <th scope="col">Type</th>
                  <th scope="col">Order</th>
                  <th scope="col" class="wide">
                    Date
                  </th>
                  <th scope="col" class="amount">
                    Net
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.map((line) => (
                  <Line key={line.processorReference} line={line} />
                ))}
              </tbody>
            </table>
            <Further payoutId={payoutId} query={query} next={next} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

const Line = ({ line }: { line: Schemas["PayoutLine"] }) => (
  <tr>
    <td>
      <Text value={lineText(line.kind)} />
    </td>
    <td>
      {line.svcPaymentId === null ? (
        <None>{line.merchantsOwn ? "outside this service" : "–"}</None>
      ) : (
        <PaymentLink id={line.svcPaymentId}>
          <Text value={line.orderRef ?? line.svcPaymentId} />
        </PaymentLink>
      )}
    </td>
    <td class="wide">
      <Moment at={line.at} detail="brief" />
    </td>
    <td class="amount">
      <Money cents={line.netCents} currency={line.currency} />
    </td>
  </tr>
);

function Further({ payoutId, query, next }: { payoutId: string; query: Query; next: string | undefined }) {
  const { startingAfter } = queryOf("payout", next ?? "");
  return (
    <div class="actions">
      {query.startingAfter && (
        <a class="button" href={hrefOf("payout", { id: payoutId })}>
          First page
        </a>
      )}
      {startingAfter && (
        <a class="button" href={hrefOf("payout", { id: payoutId, query: { startingAfter } })}>
          Next page
        </a>
      )}
    </div>
  );
}
