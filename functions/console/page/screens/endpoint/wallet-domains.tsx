import { api } from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { useAction } from "../../parts/action-button.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Field, textIn } from "../../parts/form.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Text } from "../../parts/text.tsx";
import { useFetched } from "../../state/use-fetched.ts";
import { worded } from "../../words/method.ts";

/** Wallets show only on registered websites. The processor has them, and is asked when this is shown. */
export function WalletDomains() {
  const domains = useFetched("wallet domains", api.walletDomains);
  const { run, isBusy, error } = useAction(async (form: FormData) => {
    await api.addWalletDomain(textIn(form, "domainName").trim());
    domains.reload();
  });
  return (
    <Card title="Wallet websites">
      <p>Apple Pay and Google Pay show only on these websites.</p>
      <Loaded of={domains}>
        {(data) => (
          <Facts>
            {data.map(({ id, domainName, wallets }) => (
              <Fact key={id} name={domainName}>
                <Text value={stateOf(wallets)} />
              </Fact>
            ))}
          </Facts>
        )}
      </Loaded>
      <form
        class="stacked"
        onSubmit={(event) => {
          event.preventDefault();
          run(new FormData(event.currentTarget));
        }}
      >
        <Field name="domainName" label="Host name" placeholder="shop.example.com" required />
        <button type="submit" class="button" aria-disabled={isBusy}>
          Add website
        </button>
      </form>
      {error && <Failure error={error} />}
    </Card>
  );
}

/** Those that show, or why none does. */
function stateOf(wallets: Schemas["WalletDomain"]["wallets"]): string {
  const active = wallets.filter(({ status }) => status === "active").map(({ wallet }) => worded(wallet));
  return active.join(", ") || (wallets.find(({ problem }) => problem)?.problem ?? "Inactive");
}
