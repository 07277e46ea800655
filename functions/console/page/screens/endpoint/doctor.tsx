import { useState } from "preact/hooks";
import { api } from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { useAction } from "../../parts/action-button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { Card } from "../../parts/fact.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Field, textIn } from "../../parts/form.tsx";
import { Text } from "../../parts/text.tsx";
import { VERDICT_LABELS } from "../../words/labels.ts";

/** Why does my server not believe the signature? It asks for what the server saw, and changes nothing. */
export function Doctor() {
  const [diagnosis, setDiagnosis] = useState<Schemas["Diagnosis"]>();
  const { run, isBusy, error } = useAction(async (form: FormData) => {
    setDiagnosis(undefined);
    const rawBody = textIn(form, "rawBody").replaceAll("\r\n", "\n");
    setDiagnosis(await api.diagnose({ rawBody, signatureHeader: textIn(form, "signatureHeader").trim() }));
  });
  return (
    <Card title="Signature check">
      <p>Paste what your server received to see why the signature does not verify.</p>
      <form
        class="stacked"
        onSubmit={(event) => {
          event.preventDefault();
          run(new FormData(event.currentTarget));
        }}
      >
        <label class="field">
          <span>Request body, as received</span>
          <textarea name="rawBody" rows={6} spellcheck={false} required />
        </label>
        <Field name="signatureHeader" label="Svc-Signature header" placeholder="t=…,v1=…" required />
        <button type="submit" class="button primary" aria-disabled={isBusy}>
          Check signature
        </button>
      </form>
      {error && <Failure error={error} />}
      <div role="status">
        {diagnosis && (
          <div class="diagnosis">
            <Chip of={VERDICT_LABELS} value={diagnosis.verdict} />
            <p>
              <Text value={diagnosis.advice} />
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
