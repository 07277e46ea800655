import { useRef } from "preact/hooks";
import { isId } from "./address/ids.ts";
import { textIn } from "./parts/form.tsx";
import { Icon } from "./parts/icon.tsx";
import { hrefOf } from "./state/routes.ts";
import { useEvent } from "./state/use-event.ts";

/**
 * One field for everything that can be looked up, on every screen. An ID leads to what it names at once. `searched`: what
 * the list below was searched for.
 */
export function Search({ searched = "" }: { searched?: string | undefined }) {
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
        class={searched ? "search searched" : "search"}
        onSubmit={(event) => {
          event.preventDefault();
          const search = textIn(new FormData(event.currentTarget), "search");
          if (search === "") field.current?.focus();
          else location.hash = placeOf(search);
        }}
      >
        <button type="submit" class="quiet-button">
          <Icon name="search" />
          <span class="for-ears">Search</span>
        </button>
        <label>
          <span class="for-ears">Order, ID, customer or amount</span>
          <input
            key={searched}
            ref={field}
            name="search"
            type="search"
            defaultValue={searched}
            placeholder="Order, ID, customer, amount or last 4 digits"
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
  const screen = (["payment", "event", "payout", "dispute"] as const).find((kind) => isId(kind, search));
  if (screen) return hrefOf(screen, { id: search });
  // A longer one would be dropped from the address, and all payments shown.
  return hrefOf("payments", { query: { search: search.slice(0, 500) } });
}
