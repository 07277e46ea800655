import * as api from "../../api/api.ts";
import { ActionForm } from "../../parts/action-form.tsx";
import { Card } from "../../parts/fact.tsx";
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
  const save = async (form: FormData) => {
    const { secret } = await api.setUrl(textIn(form, "url").trim());
    if (secret) showSecret(secret);
    changed();
  };
  return (
    <Card title={url === undefined ? "Add an endpoint" : "Change URL"}>
      <p>Use https on port 443 or 8443, and a public host name. Pending attempts go to the new URL.</p>
      <ActionForm text="Save URL" act={save}>
        <Field key={url} name="url" label="Endpoint URL" value={url ?? ""} required />
      </ActionForm>
    </Card>
  );
}
