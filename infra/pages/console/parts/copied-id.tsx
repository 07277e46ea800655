import { worded } from "../../../../shared/domain/payments/method-words.ts";
import { CopyButton } from "./copy-button.tsx";
import { Fact } from "./fact.tsx";
import { Text } from "./text.tsx";

/** `name`: as in a sentence, such as "payment ID". */
export const CopiedId = ({ value, name }: { value: string; name: string }) => (
  <span class="copied-id">
    <code>
      <Text value={value} />
    </code>
    <CopyButton value={value} name={name} />
  </span>
);

export const IdFact = (id: { value: string; name: string }) => (
  <Fact name={worded(id.name)}>
    <CopiedId {...id} />
  </Fact>
);
