import type { Endpoint } from "../../api/types.ts";
import type { ENDPOINT_LABELS } from "../../words/labels.ts";
import type { FirstAttention } from "../attention/attention.tsx";

type State = keyof typeof ENDPOINT_LABELS;

/** What needs attention says whether it fails: so the list, the page and the sidebar say the same. */
export const stateOf = (
  { id, disabled }: Pick<Endpoint, "id" | "disabled">,
  { data }: Pick<FirstAttention, "data">,
  failing = 0,
): State =>
  disabled
    ? "disabled"
    : data?.data.some(({ kind, subject }) => kind === "endpoint_failing" && subject.endpointId === id)
      ? "failing"
      : failing > 0
        ? "retrying"
        : "enabled";
