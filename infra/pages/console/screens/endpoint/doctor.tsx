import { useState } from "preact/hooks";
import * as api from "../../api/api.ts";
import type { Schemas } from "../../api/types.ts";
import { ActionForm } from "../../parts/action-form.tsx";
import { Tag } from "../../parts/chip.tsx";
import { Card } from "../../parts/fact.tsx";
import { Field, Labeled, textIn } from "../../parts/form.tsx";
import { Text } from "../../parts/text.tsx";
import { verdictLabel } from "../../words/labels.ts";

/** Why does my server not believe the signature? It asks for what the server saw, and changes nothing. */
export function Doctor({ id }: { id: string }) {
  const [diagnosis, setDiagnosis] = useState<Schemas["Diagnosis"]>();
  const diagnose = async (form: FormData) => {
    setDiagnosis(undefined);
    const rawBody = String(form.get("rawBody")).replaceAll("\r\n", "\n");
    const signatureHeader = textIn(form, "signatureHeader");
    setDiagnosis(await api.diagnose(id, { rawBody, signatureHeader }));
  };
  return (
    <Card title="Signature check">
      <ActionForm text="Check signature" act={diagnose}>
        <Labeled label="Request body, as received">
          <textarea name="rawBody" rows={6} spellcheck={false} required />
        </Labeled>
        <Field name="signatureHeader" label="Svc-Signature header" placeholder="t=…,v1=…" required />
      </ActionForm>
      <div role="status">
        {diagnosis && (
          <div class="watched">
            <Tag {...verdictLabel(diagnosis.verdict)} />
            <p>
              <Text value={diagnosis.advice} />
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
