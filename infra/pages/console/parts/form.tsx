import { type ComponentChildren, Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Query, queryText } from "../address/query.ts";
import { hrefOf, parseRoute } from "../state/routes.ts";
import { fieldTime, fieldValue } from "../words/time.ts";
import { useUtc } from "./moment.tsx";

export const Labeled = ({ label, children }: { label: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is what stands in it
  <label class="field">
    <span>{label}</span>
    {children}
  </label>
);

type FieldProps = {
  name: string;
  label: string;
  value?: string | undefined;
  type?: "date";
  placeholder?: string;
  pattern?: string;
  title?: string;
  required?: boolean;
};

export const Field = ({ label, value, ...rest }: FieldProps) => (
  <Labeled label={label}>
    <input {...rest} defaultValue={value} autocomplete="off" spellcheck={false} />
  </Labeled>
);

type TimeFieldProps = Pick<FieldProps, "name" | "label" | "required"> & { at: string | undefined };

/** A time in the zone that times are shown in. Where that changes, what was typed stays the same moment. */
export function TimeField({ label, at, ...rest }: TimeFieldProps) {
  const inUtc = useUtc();
  const [typed, type] = useState<string>();
  return (
    <Labeled label={label}>
      <input
        {...rest}
        key={String(inUtc)}
        type="datetime-local"
        max={LAST_TIME}
        defaultValue={fieldValue(typed ?? at, inUtc)}
        onInput={(event) => type(fieldTime(event.currentTarget.value, inUtc))}
      />
    </Labeled>
  );
}

/** Without it a browser takes years of six digits, which no time of the service has. */
const LAST_TIME = "9999-12-31T23:59";

type SelectProps = {
  name: string;
  label: string;
  value?: string | undefined;
  /** Texts by value. */
  options: Record<string, string>;
  choose?: (value: string) => void;
};

/** One of these, the first unless told. */
export const Select = ({ name, label, value, options, choose }: SelectProps) => (
  <Labeled label={label}>
    <select name={name} defaultValue={value} onChange={(event) => choose?.(event.currentTarget.value)}>
      {Object.entries(options).map(([option, text]) => (
        <option key={option} value={option} selected={option === value}>
          {text}
        </option>
      ))}
    </select>
  </Labeled>
);

/** A filter, which need not be set. */
export const Choice = ({ options, ...rest }: SelectProps) => (
  <Select {...rest} options={{ "": "Any", ...options }} />
);

type ChoicesProps = {
  name: string;
  label: string;
  /** Those that are chosen, separated by commas. */
  value: string | undefined;
  options: Record<string, string>;
};

/** Several of these, behind a button that names them. */
export function Choices({ name, label, value = "", options }: ChoicesProps) {
  const chosen = value.split(",").filter((one) => one in options);
  return (
    <div class="field">
      <span>{label}</span>
      <details class="choices">
        <summary class="button">{chosen.map((one) => options[one]).join(", ") || "Any"}</summary>
        <fieldset>
          <legend class="for-ears">{label}</legend>
          {Object.entries(options).map(([option, text]) => (
            <label key={option} class="check-row">
              <input type="checkbox" name={name} value={option} defaultChecked={chosen.includes(option)} />
              {text}
            </label>
          ))}
        </fieldset>
      </details>
    </div>
  );
}

/** Several labels can have one text: the first stands for all of them. */
export const optionsOf = (labels: Record<string, { text: string }>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels)
      .map(([value, { text }]) => [value, text] as const)
      .filter(([, text], place, all) => all.findIndex((other) => other[1] === text) === place),
  );

export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? "").trim();

type FilterFormProps = {
  screen: "payments" | "events";
  /** What the address says now. */
  query: Query;
  children: ComponentChildren;
};

/** The filters that are times. */
const TIMES = ["since", "until"];

/** A time is typed part by part: what is typed is used when the person stops. */
const TYPING_MS = 400;

/**
 * The filters live in the address, so that they can be sent to a colleague and survive a reload. Each is used as soon as
 * it is chosen. A field that is not shown keeps its filter.
 */
export function FilterForm({ screen, query, children }: FilterFormProps) {
  const inUtc = useUtc();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  // A field says no seconds, and not which of the two where a night has an hour twice.
  const timeIn = (name: string, value: string): string =>
    value === fieldValue(query[name], inUtc) ? (query[name] ?? "") : fieldTime(value, inUtc);
  const use = (form: HTMLFormElement) => {
    clearTimeout(typing.current);
    if (!form.reportValidity()) return;
    const given = new FormData(form);
    const filled = [...new Set(given.keys())].map((name) => {
      const value = given.getAll(name).join(",").trim();
      return [name, TIMES.includes(name) ? timeIn(name, value) : value];
    });
    const href = hrefOf(screen, {
      // Of several choices those that are off are in no form data.
      query: { ...query, startingAfter: "", status: "", ...Object.fromEntries(filled) },
    });
    fields.current.own = queryText(parseRoute(href).query);
    location.hash = href;
  };
  // The fields are made anew where the address was changed by anything but themselves.
  const fields = useRef({ own: "", shown: "", turn: 0 });
  const now = queryText(query);
  if (now !== fields.current.shown && now !== fields.current.own) fields.current.turn++;
  fields.current.shown = now;
  // On a phone they would stand before the first row. What is searched for has its own field.
  const [isOpen, setOpen] = useState(queryText({ ...query, search: "" }) !== "");
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
        if (TIMES.includes((target as HTMLInputElement).name))
          typing.current = setTimeout(use, TYPING_MS, currentTarget);
        else use(currentTarget);
      }}
    >
      <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Filters
      </button>
      <Fragment key={fields.current.turn}>{children}</Fragment>
      {now !== "" && (
        <div class="actions">
          <a class="button" href={hrefOf(screen)}>
            Clear filters
          </a>
        </div>
      )}
    </form>
  );
}
