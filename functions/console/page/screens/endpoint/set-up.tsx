import { api } from "../../api/api.ts";
import { useAction } from "../../parts/action-button.tsx";
import { Card } from "../../parts/fact.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Field, textIn } from "../../parts/form.tsx";
import { Rotation } from "./rotation.tsx";

type SetUpProps = {
  /** Where events go now; undefined: nowhere yet. */
  url: string | undefined;
  /** A secret that was just made: it is shown until the screen is left, and never again. */
  showSecret: (secret: string | undefined) => void;
  changed: () => void;
};

/** What a merchant's developer sets up without an operator and without an API key in the browser. */
export const SetUp = ({ url, showSecret, changed }: SetUpProps) => (
  <div class="pair">
    <Address url={url} showSecret={showSecret} changed={changed} />
    {url !== undefined && <Rotation showSecret={showSecret} changed={changed} />}
  </div>
);

function Address({ url, showSecret, changed }: SetUpProps) {
  const { run, isBusy, error } = useAction(async (form: FormData) => {
    const { secret } = await api.setUrl(textIn(form, "url").trim());
    if (secret) showSecret(secret);
    changed();
  });
  return (
    <Card title={url === undefined ? "Where shall events go?" : "Send events elsewhere"}>
      <p>
        https on port 443 or 8443, a public host name. Attempts that are still to come go to the new address.
      </p>
      <form
        class="stacked"
        onSubmit={(event) => {
          event.preventDefault();
          run(new FormData(event.currentTarget));
        }}
      >
        <Field key={url} name="url" label="Your server's address" value={url ?? ""} required />
        <button type="submit" class="button primary" aria-disabled={isBusy}>
          Set the address
        </button>
      </form>
      {error && <Failure error={error} />}
    </Card>
  );
}
