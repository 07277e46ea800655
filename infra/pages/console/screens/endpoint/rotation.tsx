import { useState } from "preact/hooks";
import * as api from "../../api/api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Card } from "../../parts/fact.tsx";
import { Select } from "../../parts/form.tsx";

type RotationProps = { id: string; showSecret: (secret: string | undefined) => void; changed: () => void };

const DAY = "86400";

/** By seconds. */
const GRACES = { "0": "Not at all (it leaked)", "3600": "For 1 hour", [DAY]: "For 24 hours" };

export function Rotation({ id, showSecret, changed }: RotationProps) {
  const [grace, setGrace] = useState(DAY);
  const rotate = async () => {
    showSecret(undefined);
    const { secret } = await api.rotateSecret(id, Number(grace));
    showSecret(secret);
    changed();
  };
  return (
    <Card title="Signing secret">
      <div class="stacked">
        <Select
          name="grace"
          label="Keep the current secret valid"
          value={DAY}
          options={GRACES}
          choose={setGrace}
        />
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
