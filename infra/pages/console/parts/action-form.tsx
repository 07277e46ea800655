import type { ComponentChildren } from "preact";
import { useAction } from "./action-button.tsx";
import { Failure } from "./failure.tsx";

type ActionFormProps = {
  /** What the button says. */
  text: string;
  act: (form: FormData) => Promise<void>;
  children: ComponentChildren;
};

/** Fields, the button that sends them, and why it failed. */
export function ActionForm({ text, act, children }: ActionFormProps) {
  const { run, isBusy, error } = useAction(act);
  return (
    <form
      class="stacked"
      onSubmit={(event) => {
        event.preventDefault();
        run(new FormData(event.currentTarget));
      }}
    >
      {children}
      <button type="submit" class="button primary" aria-disabled={isBusy}>
        {text}
      </button>
      {error && <Failure error={error} />}
    </form>
  );
}
