import type { Query } from "../../address/query.ts";
import * as api from "../../api/api.ts";
import { Icon } from "../../parts/icon.tsx";
import { Later } from "../../parts/later.tsx";
import { Kept, Loaded } from "../../parts/loaded.tsx";
import { Screen } from "../../parts/screen.tsx";
import { SetUps } from "../../parts/set-ups.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { hrefOf } from "../../state/routes.ts";
import { useFetched } from "../../state/use-fetched.ts";
import { useLive } from "../../state/use-live.ts";
import { AttentionTable, type FirstAttention } from "../attention/attention.tsx";
import { Attempts } from "./attempts.tsx";
import { Net } from "./net.tsx";
import { Payouts } from "./payouts.tsx";
import { Sales } from "./sales.tsx";
import { Counting } from "./told.tsx";
import { Webhooks } from "./webhooks.tsx";

const PERIODS = { "1": "Today (UTC)", "7": "7 days", "30": "30 days" };

/** The first screen: what needs a person, the money, and whether everything works. */
export function Overview({ query, attention }: { query: Query; attention: FirstAttention }) {
  const days = query.days ?? "7";
  const overview = useFetched(api.overview(days));
  const { data, reload } = overview;
  const isCounting = !!data && !(data.attempts.isComplete && data.webhooks.isComplete);
  // While the counts get on; where they do not, less and less often.
  useLive(isCounting, data && `${data.attempts.from} ${data.webhooks.from}`, reload);
  return (
    <Screen title="Overview" of={overview}>
      <SetUps />
      <NeedsAttention of={attention} />
      <Tabs
        name="Period"
        chosen={days}
        options={PERIODS}
        hrefFor={(one) => hrefOf("overview", { query: { ...query, days: one } })}
      />
      <Loaded of={overview}>
        {(found) => (
          <Kept of={overview}>
            <Counting of={found.attempts} />
            <Sales data={found} query={query} />
            <Net data={found} query={query} />
            <Payouts data={found} attention={attention.data?.data} />
            <Attempts data={found} />
            <Webhooks data={found} attention={attention.data?.data} />
          </Kept>
        )}
      </Loaded>
    </Screen>
  );
}

const SHOWN = 3;

const NeedsAttention = ({ of }: { of: FirstAttention }) => (
  <section class="needs">
    <Loaded of={of}>
      {({ data, next }) => (
        <>
          {data.length === 0 && <Quiet />}
          {data.length > 0 && (
            <>
              <header>
                <h2>
                  Needs attention <small>most urgent first</small>
                </h2>
                {(data.length > SHOWN || next) && (
                  <a class="all" href={hrefOf("attention")}>
                    View all {data.length}
                    {next && "+"}
                  </a>
                )}
              </header>
              <AttentionTable items={data} most={SHOWN} reload={of.reload} />
            </>
          )}
        </>
      )}
    </Loaded>
  </section>
);

const loadFirstSteps = async () => (await import("./first-steps.tsx")).FirstSteps;

/** Where nothing needs attention. A merchant without a payment has something to do all the same. */
function Quiet() {
  const { data, error } = useFetched(api.payments({ limit: "1" }));
  if (!data && !error) return null;
  if (data?.data.length === 0) return <Later load={loadFirstSteps} props={{}} />;
  return (
    <>
      <h2>Needs attention</h2>
      <p class="answer">
        <Icon name="good" /> Nothing needs attention.
      </p>
    </>
  );
}
