import { useRef } from "preact/hooks";
import * as api from "../../api/api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Card } from "../../parts/fact.tsx";

type RotationProps = { showSecret: (secret: string | undefined) => void; changed: () => void };

const GRACES = [
  { value: "86400", text: "For 24 hours" },
  { value: "3600", text: "For 1 hour" },
  { value: "0", text: "Not at all (it leaked)" },
];

export function Rotation({ showSecret, changed }: RotationProps) {
  const grace = useRef<HTMLSelectElement>(null);
  const rotate = async () => {
    showSecret(undefined);
    const { secret } = await api.rotateSecret(Number(grace.current?.value));
    showSecret(secret);
    changed();
  };
  return (
    <Card title="Signing secret">
      <p>
        The new secret is shown once, here. If it does not appear because the connection failed, roll it
        again.
      </p>
      <div class="stacked">
        <label class="field">
          <span>Keep the current secret valid</span>
          <select ref={grace}>
            {GRACES.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <ActionButton
          text="Roll secret"
          question={{
            title: "Roll the signing secret?",
            text: "Your server needs the new secret before the current one ends. Without it, your server rejects every webhook.",
          }}
          act={rotate}
        />
      </div>
    </Card>
  );
}
