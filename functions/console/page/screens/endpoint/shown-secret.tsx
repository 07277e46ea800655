import { CopiedId } from "../../parts/copied-id.tsx";
import { Card } from "../../parts/fact.tsx";

/** It is shown in this screen only: a person who leaves without a copy creates another one. */
export const ShownSecret = ({ secret }: { secret: string | undefined }) => (
  <div role="status">
    {secret && (
      <Card title="New signing secret">
        <p>It is shown only once. Store it now.</p>
        <p class="address">
          <CopiedId name="signing secret" value={secret} />
        </p>
      </Card>
    )}
  </div>
);
