import * as api from "../../api/api.ts";
import type { RecordedEvent } from "../../api/types.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Lacks } from "../../parts/lacks.tsx";
import { useMay } from "../../state/session-context.ts";

type RedeliveryProps = {
  id: string;
  delivery: RecordedEvent["delivery"];
  /** undefined: to all that it is sent to. */
  endpointId?: string | undefined;
  text?: string;
  sent: () => void;
};

/** Sends the event again, with eight fresh attempts. One that is on its way, or is not for callbacks, cannot be sent. */
export function Redelivery({ id, delivery, endpointId, text = "Resend event", sent }: RedeliveryProps) {
  const mayManage = useMay("manage");
  if (delivery === "none" || delivery === "pending") return null;
  if (!mayManage) return <Lacks permission="webhook" to="resend it" />;
  const wasDelivered = delivery === "delivered";
  const act = async () => {
    await api.redeliver(id, { force: wasDelivered, endpointId });
    sent();
  };
  return (
    <ActionButton text={text} act={act} primary={!wasDelivered} {...(wasDelivered && { question: AGAIN })} />
  );
}

const AGAIN = {
  title: "Resend a delivered event?",
  text: "Your server already accepted it. The event keeps its ID.",
};
