import { useState } from "preact/hooks";
import * as api from "../../api/api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Card } from "../../parts/fact.tsx";
import { Select } from "../../parts/form.tsx";

type RotationProps = { id: string; showSecret: (secret: string | undefined) => void; changed: () => void };

const GRACES = [
  { value: "86400", text: "For 24 hours" },
  { value: "3600", text: "For 1 hour" },
  { value: "0", text: "Not at all (it leaked)" },
];

export function Rotation({ id, showSecret, changed }: RotationProps) {
  const [grace, setGrace] = useState("86400");
  const rotate = async () => {
    showSecret(undefined);
    const { secret } = await api.rotateSecret(id, Number(grace));
    showSecret(secret);
    changed();
  };
  return (
    <Card title="Signing secret">
      <p>The new secret is shown once, here.</p>
      <div class="stacked">
        <Select name="grace" label="Keep the current secret valid" options={GRACES} choose={setGrace} />
        <ActionButton
          text="Roll secret"
          question={{
            title: "Roll the signing secret?",
            text: "Your server needs the new secret before the current one ends.",
          }}
          act={rotate}
        />
      </div>
    </Card>
  );
}
