import { useRef, useState } from "preact/hooks";
import type { CallError } from "../api/call.ts";
import { Failure } from "./failure.tsx";
import { Icon, type IconName } from "./icon.tsx";

/** Does it once at a time: a second click comes before the first has changed anything that is shown. */
export function useAction<Args extends unknown[]>(act: (...args: Args) => Promise<void>) {
  const [error, setError] = useState<CallError>();
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const turn = (to: boolean): void => {
    busy.current = to;
    setBusy(to);
  };
  const run = (...args: Args): void => {
    if (busy.current) return;
    turn(true);
    setError(undefined);
    act(...args)
      .catch(setError)
      .finally(() => turn(false));
  };
  return { run, isBusy, error };
}

type ActionButtonProps = {
  text: string;
  act: () => Promise<void>;
  question?: { title: string; text: string } | undefined;
  primary?: boolean;
  /** How far it is while it runs. */
  busy?: string;
  /** On a phone it stands for the text. */
  icon?: IconName;
};

export function ActionButton({ text, act, question, primary, busy, icon }: ActionButtonProps) {
  const { run, isBusy, error } = useAction(act);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        class={`button${primary ? " primary" : ""}${icon && !isBusy ? " tooled" : ""}`}
        aria-disabled={isBusy}
        onClick={() => (question ? dialog.current?.showModal() : run())}
      >
        {icon && <Icon name={icon} />}
        {isBusy ? busy || "One moment…" : icon ? <span class="tool">{text}</span> : text}
      </button>
      {question && (
        <dialog ref={dialog} aria-label={question.title}>
          <h2>{question.title}</h2>
          <p>{question.text}</p>
          <div class="actions">
            <button type="button" class="button" onClick={close}>
              Cancel
            </button>
            <button
              type="button"
              class="button primary"
              onClick={() => {
                close();
                run();
              }}
            >
              {text}
            </button>
          </div>
        </dialog>
      )}
      {error && <Failure error={error} />}
    </>
  );
}
