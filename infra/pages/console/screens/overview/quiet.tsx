import * as api from "../../api/api.ts";
import { Icon } from "../../parts/icon.tsx";
import { Later } from "../../parts/later.tsx";
import { useFetched } from "../../state/use-fetched.ts";

const loadFirstSteps = async () => (await import("./first-steps.tsx")).FirstSteps;

/** Where nothing needs attention. A merchant without a payment has something to do all the same. */
export function Quiet() {
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
