import { worded } from "../../../../../shared/domain/payments/method-words.ts";
import * as api from "../../api/api.ts";
import { CallError } from "../../api/call.ts";
import type { Schemas } from "../../api/types.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { ActionForm } from "../../parts/action-form.tsx";
import { Card, Fact, Facts } from "../../parts/fact.tsx";
import { Field, textIn } from "../../parts/form.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Text } from "../../parts/text.tsx";
import { useFetched } from "../../state/use-fetched.ts";

/** Wallets show only on registered websites. The processor has them, and is asked when this is shown. */
export function WalletDomains() {
  const domains = useFetched(api.walletDomains);
  const add = async (form: FormData) => {
    const name = textIn(form, "domainName");
    if (!HOST.test(name)) throw new CallError("Enter a host like shop.example.com");
    await api.addWalletDomain(name);
    domains.reload();
  };
  return (
    <Card title="Wallet websites">
      <p>Apple Pay and Google Pay show only on these websites.</p>
      <Loaded of={domains}>
        {(data) => (
          <Facts>
            {data.map(({ id, domainName, wallets }) => (
              <Fact key={id} name={domainName}>
                <span class="state">
                  <Text value={stateOf(wallets)} />
                  <ActionButton
                    text="Check website"
                    act={async () => {
                      await api.checkWalletDomain(id);
                      domains.reload();
                    }}
                  />
                </span>
              </Fact>
            ))}
          </Facts>
        )}
      </Loaded>
      <ActionForm text="Add website" act={add}>
        <Field name="domainName" label="Host name" placeholder="shop.example.com" required />
      </ActionForm>
    </Card>
  );
}

/** Without https:// and without a path. The service knows which names are public. */
const HOST = /^[\w-]+(\.[\w-]+)+$/;

/** Those that show, or why none does. */
function stateOf(wallets: Schemas["WalletDomain"]["wallets"]): string {
  const active = wallets.filter(({ status }) => status === "active").map(({ wallet }) => worded(wallet));
  return active.join(", ") || (wallets.find(({ problem }) => problem)?.problem ?? "Inactive");
}
