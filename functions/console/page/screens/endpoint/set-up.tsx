import { api } from "../../api/api.ts";
import { useAction } from "../../parts/action-button.tsx";
import { Card } from "../../parts/fact.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Field, textIn } from "../../parts/form.tsx";
import { useMay } from "../../state/session-context.ts";
import { Rotation } from "./rotation.tsx";
import { WalletDomains } from "./wallet-domains.tsx";

type SetUpProps = {
  /** Where events go now; undefined: nowhere yet. */
  url: string | undefined;
  /** A secret that was just made: it is shown until the screen is left, and never again. */
  showSecret: (secret: string | undefined) => void;
  changed: () => void;
};

export const SetUp = ({ url, showSecret, changed }: SetUpProps) => (
  <>
    <div class="pair">
      <Address url={url} showSecret={showSecret} changed={changed} />
      {url !== undefined && <Rotation showSecret={showSecret} changed={changed} />}
    </div>
    {useMay("setup", "onboarding") && <WalletDomains />}
  </>
);

function Address({ url, showSecret, changed }: SetUpProps) {
  const { run, isBusy, error } = useAction(async (form: FormData) => {
    const { secret } = await api.setUrl(textIn(form, "url").trim());
    if (secret) showSecret(secret);
    changed();
  });
  return (
    <Card title={url === undefined ? "Add an endpoint" : "Change URL"}>
      <p>Use https on port 443 or 8443, and a public host name. Pending attempts go to the new URL.</p>
      <form
        class="stacked"
        onSubmit={(event) => {
          event.preventDefault();
          run(new FormData(event.currentTarget));
        }}
      >
        <Field key={url} name="url" label="Endpoint URL" value={url ?? ""} required />
        <button type="submit" class="button primary" aria-disabled={isBusy}>
          Save URL
        </button>
      </form>
      {error && <Failure error={error} />}
    </Card>
  );
}
