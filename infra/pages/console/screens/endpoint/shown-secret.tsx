import { CopiedId } from "../../parts/copied-id.tsx";
import { Card } from "../../parts/fact.tsx";

/** The button that made it may lie far below. */
const bringIntoView = (box: HTMLElement | null): void => box?.focus();

/** It is shown in this screen only: a person who leaves without a copy creates another one. */
export const ShownSecret = ({ secret }: { secret: string | undefined }) => (
  <div role="status">
    {secret && (
      <div tabIndex={-1} ref={bringIntoView}>
        <Card title="New signing secret">
          <p>It is shown only once. Store it now.</p>
          <p class="address">
            <CopiedId name="signing secret" value={secret} />
          </p>
        </Card>
      </div>
    )}
  </div>
);
