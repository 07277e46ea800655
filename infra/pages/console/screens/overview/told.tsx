import type { ComponentChildren } from "preact";
import type { Query } from "../../address/query.ts";
import { Card } from "../../parts/fact.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { hrefOf } from "../../state/routes.ts";
import { codeText, moneyText } from "../../words/money.ts";
import { dateText } from "../../words/time.ts";

/** "Nov 11 – Nov 17 (UTC), today so far". */
export const rangeText = (days: readonly { date: string }[], hasToday: boolean): string =>
  `${[...new Set([days[0], days.at(-1)].map((day) => dateText(day?.date ?? "")))].join(" – ")} (UTC)${hasToday ? ", today so far" : ""}`;

type ToldProps = {
  title: string;
  actions?: ComponentChildren;
  hero: ComponentChildren;
  chart: ComponentChildren;
  children: ComponentChildren;
};

/** The answer first, and beside it how it came about. */
export const Told = ({ title, actions, hero, chart, children }: ToldProps) => (
  <Card title={title} actions={actions}>
    <div class={chart ? "pair told" : undefined}>
      <div>
        <p class="hero">{hero}</p>
        {children}
      </div>
      {chart && <div>{chart}</div>}
    </div>
  </Card>
);

/** How far back is counted, newest first; nothing is extrapolated, and the page goes on by itself. */
export const Counting = ({ of: { from, isComplete } }: { of: { from: string; isComplete: boolean } }) =>
  isComplete ? null : (
    <p class="hint" role="status">
      Still counting, back to <Moment at={from} /> so far.
    </p>
  );

/** What is not over, or not counted. */
export const soFar = (spans: readonly { isComplete: boolean }[]): string[] =>
  spans.map(({ isComplete }, nth) =>
    !isComplete ? "still counting" : nth < spans.length - 1 ? "" : "so far",
  );

type AlsoInProps = { currencies: readonly string[]; centsIn: (currency: string) => number };

/** The same figure in the other currencies, which are never added to it. */
export const AlsoIn = ({ currencies, centsIn }: AlsoInProps) =>
  currencies[0] ? (
    <p class="lead">Also {currencies.map((one) => moneyText(centsIn(one), one)).join(", ")}</p>
  ) : null;

type CurrenciesProps = {
  of: readonly string[];
  chosen: string;
  by: "currency" | "settled";
  query: Query;
};

export const Currencies = ({ of, chosen, by, query }: CurrenciesProps) =>
  of.length < 2 ? null : (
    <Tabs
      name={by === "currency" ? "Currency of sales" : "Currency of the account"}
      chosen={chosen}
      options={Object.fromEntries(of.map((one) => [one, codeText(one)]))}
      hrefFor={(one) => hrefOf("overview", { query: { ...query, [by]: one } })}
    />
  );

export const chosenOf = (currencies: readonly string[], wanted: string | undefined): string | undefined =>
  currencies.find((one) => one === wanted) ?? currencies[0];
