import * as api from "../../api/api.ts";
import type { Endpoint } from "../../api/types.ts";
import { ActionForm } from "../../parts/action-form.tsx";
import { Card } from "../../parts/fact.tsx";
import { Field, textIn } from "../../parts/form.tsx";

type AddressProps = {
  /** undefined: one that is to be added. */
  endpoint?: Endpoint;
  /** A secret that was just made: it is shown until the screen is left, and never again. */
  showSecret?: (secret: string) => void;
  changed: () => void;
};

export function Address({ endpoint, showSecret, changed }: AddressProps) {
  const save = async (form: FormData) => {
    const url = textIn(form, "url");
    if (endpoint) await api.changeEndpoint(endpoint.id, { url });
    else showSecret?.((await api.addEndpoint(url)).secret);
    changed();
  };
  return (
    <Card title={endpoint ? "Change URL" : "Add an endpoint"}>
      <p>Use a public https:// URL on port 443 or 8443.</p>
      <ActionForm text={endpoint ? "Save URL" : "Add endpoint"} act={save}>
        <Field key={endpoint?.url} name="url" label="Endpoint URL" value={endpoint?.url ?? ""} required />
      </ActionForm>
    </Card>
  );
}
