import type { ComponentChildren } from "preact";

type FieldProps = {
  name: string;
  label: string;
  value?: string;
  placeholder?: string;
  /** What it must look like, and that in words. */
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
export const TimeField = ({ label, value = "", ...rest }: FieldProps) => (
  <label class="field">
    <span>{label}</span>
    <input {...rest} type="datetime-local" defaultValue={value} />
  </label>
);

type Option = { value: string; text: string };

/** One of these, the first unless told. */
export const Select = ({ name, label, options }: { name: string; label: string; options: Option[] }) => (
  <label class="field">
    <span>{label}</span>
    <select name={name}>
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

type ChoiceProps = { name: string; label: string; value: string; options: Option[] };

export const Choice = ({ name, label, value, options }: ChoiceProps) => (
  <label class="field">
    <span>{label}</span>
    <select name={name} defaultValue={value}>
      <option value="" selected={value === ""}>
        Any
      </option>
      {options.map((option) => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {option.text}
        </option>
      ))}
    </select>
  </label>
);

export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? "");

type FilterFormProps = {
  /** Where the filters lead. */
  apply: (form: FormData) => string;
  clear: string | undefined;
  children: ComponentChildren;
};

/** The filters live in the address, so that they can be sent to a colleague and survive a reload. */
export const FilterForm = ({ apply, clear, children }: FilterFormProps) => (
  <form
    class="filters"
    aria-label="Filters"
    onSubmit={(event) => {
      event.preventDefault();
      location.hash = apply(new FormData(event.currentTarget));
    }}
  >
    {children}
    <div class="actions">
      <button type="submit" class="button primary">
        Search
      </button>
      {clear && (
        <a class="button" href={clear}>
          Clear
        </a>
      )}
    </div>
  </form>
);
