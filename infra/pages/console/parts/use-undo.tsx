import { useEffect, useState } from "preact/hooks";
import { ActionButton } from "./action-button.tsx";

const SHOWN_MS = 10_000;

type Done = { text: string; undo: () => Promise<void> };

/** What can be taken back is done at once. For a while a toast says so, with the way back. */
export function useUndo() {
  const [done, setDone] = useState<Done>();
  useEffect(() => {
    const timer = done && setTimeout(setDone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);
  const undo = async () => {
    await done?.undo();
    setDone(undefined);
  };
  const toast = (
    <div role="status">
      {done && (
        <div class="toast">
          {done.text} <ActionButton text="Undo" act={undo} />
        </div>
      )}
    </div>
  );
  return { offerUndo: setDone, toast };
}
