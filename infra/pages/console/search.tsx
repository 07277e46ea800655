import { useEffect, useRef, useState } from "preact/hooks";
import { isId } from "./address/ids.ts";
import * as api from "./api/api.ts";
import type { ListedPayment } from "./api/types.ts";
import { textIn } from "./parts/form.tsx";
import { Icon } from "./parts/icon.tsx";
import { Money } from "./parts/money.tsx";
import { Text } from "./parts/text.tsx";
import { Headline } from "./screens/payments/headline.tsx";
import { hrefOf } from "./state/routes.ts";
import { useEvent } from "./state/use-event.ts";

/**
 * One field for everything that can be looked up, on every screen. An ID leads to what it names at once. `searched`: what
 * the list below was searched for.
 */
export function Search({ searched = "" }: { searched?: string | undefined }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  useEvent(document, "keydown", (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
    if (key === "Escape") setTyped("");
    const isTyped = target instanceof Element && target.closest("input, select, textarea, dialog");
    if (key !== "/" || isTyped || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    field.current?.focus();
  });
  useEvent(window, "hashchange", () => setTyped(""));
  return (
    <search>
      <form
        class={searched ? "search searched" : "search"}
        onSubmit={(event) => {
          event.preventDefault();
          const search = textIn(new FormData(event.currentTarget), "search");
          setTyped("");
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
            onInput={(event) => setTyped(event.currentTarget.value.trim())}
          />
        </label>
        <span class="key" aria-hidden="true">
          /
        </span>
        <Hits typed={typed} />
      </form>
    </search>
  );
}

/** What is not an ID of ours is looked for among payments. */
function placeOf(search: string): string {
  const screen = (["payment", "event", "payout", "dispute"] as const).find((kind) => isId(kind, search));
  if (screen) return hrefOf(screen, { id: search });
  return hrefOf("payments", { query: { search } });
}

/** Before so many characters almost everything is found; what is typed is looked for when the person stops. */
const LEAST = 3;
const TYPING_MS = 300;
const SHOWN = "5";

type Found = { typed: string; payments: ListedPayment[] };

/** The newest payments that what is typed finds. */
function Hits({ typed }: { typed: string }) {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (typed.length < LEAST || typed.includes("_")) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const { ask } = api.foundPayments({ search: typed, limit: SHOWN });
      // The search itself says what went wrong.
      ask(abort.signal).then(
        ({ payments }) => setFound({ typed, payments }),
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [typed]);
  if (typed === "" || found?.typed !== typed) return null;
  return (
    <div class="hits" role="status">
      <ul>
        {found.payments.map((payment) => (
          <li key={payment.svcPaymentId}>
            <a href={hrefOf("payment", { id: payment.svcPaymentId })}>
              <Money cents={payment.amountCents} currency={payment.currency} />{" "}
              <Text value={payment.orderRef ?? payment.customerRef ?? payment.svcPaymentId} />
            </a>{" "}
            <Headline payment={payment} isCut />
          </li>
        ))}
      </ul>
      {found.payments.length === 0 && "Nothing found among the newest payments."}
    </div>
  );
}
