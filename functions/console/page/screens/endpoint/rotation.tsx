import { useRef } from "preact/hooks";
import { api } from "../../api/api.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Card } from "../../parts/fact.tsx";

type RotationProps = { showSecret: (secret: string | undefined) => void; changed: () => void };

const GRACES = [
  { value: "86400", text: "For 24 hours" },
  { value: "3600", text: "For an hour" },
  { value: "0", text: "Not at all: it has leaked" },
];

/** A new signing secret, which is shown once. */
export function Rotation({ showSecret, changed }: RotationProps) {
  const grace = useRef<HTMLSelectElement>(null);
  const rotate = async () => {
    showSecret(undefined);
    const { secret } = await api.rotateSecret(Number(grace.current?.value));
    showSecret(secret);
    changed();
  };
  return (
    <Card title="Replace the signing secret">
      <p>
        The new one is shown once, here. If no secret appears, because the connection broke, replace it again:
        each signs until its own time is over.
      </p>
      <div class="stacked">
        <label class="field">
          <span>How long shall the present one sign too?</span>
          <select ref={grace}>
            {GRACES.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <ActionButton
          text="Replace the secret"
          question={{
            title: "Replace the signing secret?",
            text: "Your server must know the new one before the present one ends, or it believes no callback.",
          }}
          act={rotate}
        />
      </div>
    </Card>
  );
}
