import { type ComponentChildren, Fragment } from "preact";
import { useRef, useState } from "preact/hooks";
import { type Query, queryText } from "../address/query.ts";
import { parseRoute } from "../state/routes.ts";

type FieldProps = {
  name: string;
  label: string;
  value?: string;
  placeholder?: string;
  pattern?: string;
  title?: string;
  required?: boolean;
};

export const Field = ({ label, value = "", ...rest }: FieldProps) => (
  <label class="field">
    <span>{label}</span>
    <input {...rest} type="text" defaultValue={value} autocomplete="off" spellcheck={false} />
  </label>
);

/** A time without a zone: the reader's own. */
export const TimeField = ({
  label,
  value = "",
  type = "datetime-local",
  ...rest
}: FieldProps & { type?: "date" | "datetime-local" }) => (
  <label class="field">
    <span>{label}</span>
    <input {...rest} type={type} defaultValue={value} />
  </label>
);

type Option = { value: string; text: string };
type SelectProps = {
  name: string;
  label: string;
  value?: string;
  options: Option[];
  choose?: (value: string) => void;
};

/** One of these, the first unless told. */
export const Select = ({ name, label, value, options, choose }: SelectProps) => (
  <label class="field">
    <span>{label}</span>
    <select name={name} defaultValue={value} onChange={(event) => choose?.(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {option.text}
        </option>
      ))}
    </select>
  </label>
);

/** A filter, which need not be set. */
export const Choice = ({ options, ...rest }: SelectProps) => (
  <Select {...rest} options={[{ value: "", text: "Any" }, ...options]} />
);

export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? "");

type FilterFormProps = {
  /** What the address says now. */
  query: Query;
  /** Where the filters lead. */
  apply: (form: FormData) => string;
  clear: string;
  children: ComponentChildren;
};

/** A time is typed part by part: what is typed is used when the person stops. */
const TYPING_MS = 400;

/**
 * The filters live in the address, so that they can be sent to a colleague and survive a reload. Each is used as soon as
 * it is chosen.
 */
export function FilterForm({ query, apply, clear, children }: FilterFormProps) {
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const use = (form: HTMLFormElement) => {
    clearTimeout(typing.current);
    if (!form.reportValidity()) return;
    const href = apply(new FormData(form));
    fields.current.own = queryText(parseRoute(href).query);
    location.hash = href;
  };
  // The fields are made anew where the address was changed by anything but themselves.
  const fields = useRef({ own: "", shown: "", turn: 0 });
  const now = queryText(query);
  if (now !== fields.current.shown && now !== fields.current.own) fields.current.turn++;
  fields.current.shown = now;
  // On a phone they would stand before the first row.
  const [isOpen, setOpen] = useState(now !== "");
  return (
    <form
      class={isOpen ? "filters" : "filters shut"}
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        use(event.currentTarget);
      }}
      onChange={({ currentTarget, target }) => {
        clearTimeout(typing.current);
        const isTime = (target as HTMLInputElement).type === "datetime-local";
        if (isTime) typing.current = setTimeout(use, TYPING_MS, currentTarget);
        else use(currentTarget);
      }}
    >
      <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters
      </button>
      <Fragment key={fields.current.turn}>{children}</Fragment>
      {now !== "" && (
        <div class="actions">
          <a class="button" href={clear}>
            Clear filters
          </a>
        </div>
      )}
    </form>
  );
}
