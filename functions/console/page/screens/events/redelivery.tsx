import { api } from "../../api/api.ts";
import type { RecordedEvent } from "../../api/types.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { useMayManage } from "../../state/session-context.ts";

/** Sends the event again, with eight fresh attempts. One that is on its way, or is not for callbacks, cannot be sent. */
export function Redelivery({ event, sent }: { event: RecordedEvent; sent: () => void }) {
  const mayManage = useMayManage();
  if (event.delivery === "none" || event.delivery === "pending") return null;
  if (!mayManage) return <span class="hint">To send it again, open the console with manage access.</span>;
  const wasDelivered = event.delivery === "delivered";
  const act = async () => {
    await api.redeliver(event.id, wasDelivered);
    sent();
  };
  return (
    <ActionButton
      text="Send it again"
      act={act}
      primary={!wasDelivered}
      {...(wasDelivered && { question: AGAIN })}
    />
  );
}

const AGAIN = {
  title: "Send it a second time?",
  text: "Your server has already accepted this event. It carries the same Svc-Event-Id, by which a server can know it.",
};
