import * as api from "../../api/api.ts";
import type { RecordedEvent } from "../../api/types.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { useMay } from "../../state/session-context.ts";

/** Sends the event again, with eight fresh attempts. One that is on its way, or is not for callbacks, cannot be sent. */
export function Redelivery({ event, sent }: { event: RecordedEvent; sent: () => void }) {
  const mayManage = useMay("manage");
  if (event.delivery === "none" || event.delivery === "pending") return null;
  if (!mayManage) return <span class="hint">To resend it, ask for a session with operate access.</span>;
  const wasDelivered = event.delivery === "delivered";
  const act = async () => {
    await api.redeliver(event.id, wasDelivered);
    sent();
  };
  return (
    <ActionButton
      text="Resend event"
      act={act}
      primary={!wasDelivered}
      {...(wasDelivered && { question: AGAIN })}
    />
  );
}

const AGAIN = {
  title: "Resend a delivered event?",
  text: "Your endpoint already accepted it. It keeps its Svc-Event-Id, so your server can recognize it.",
};
