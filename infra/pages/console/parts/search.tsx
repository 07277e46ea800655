import { useRef } from "preact/hooks";
import { isId } from "../address/ids.ts";
import { hrefOf } from "../state/routes.ts";
import { useEvent } from "../state/use-event.ts";
import { textIn } from "./form.tsx";
import { Icon } from "./icon.tsx";

/** One field for everything that can be looked up, on every screen. An ID leads to what it names at once. */
export function Search() {
  const field = useRef<HTMLInputElement>(null);
  useEvent(document, "keydown", (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
    const isTyped = target instanceof Element && target.closest("input, select, textarea, dialog");
    if (key !== "/" || isTyped || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    field.current?.focus();
  });
  return (
    <search>
      <form
        class="search"
        onSubmit={(event) => {
          event.preventDefault();
          const search = textIn(new FormData(event.currentTarget), "search");
          if (search === "") return;
          location.hash = placeOf(search);
          event.currentTarget.reset();
        }}
      >
        <button type="submit" class="quiet-button">
          <Icon name="search" />
          <span class="for-ears">Search</span>
        </button>
        <label>
          <span class="for-ears">Order, ID, customer or amount</span>
          <input
            ref={field}
            name="search"
            type="search"
            placeholder="Order, ID, customer or amount"
            autocomplete="off"
            spellcheck={false}
          />
        </label>
        <span class="key" aria-hidden="true">
          /
        </span>
      </form>
    </search>
  );
}

/** What is not an ID of ours is looked for among payments. */
function placeOf(search: string): string {
  const screen = (["payment", "event", "payout"] as const).find((kind) => isId(kind, search));
  if (screen) return hrefOf(screen, { id: search });
  return hrefOf("payments", { query: { search } });
}
