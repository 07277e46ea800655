import { Labeled } from "../../../parts/form.tsx";

type AmountFieldProps = {
  label: string;
  value: string;
  set: (value: string) => void;
  isFixed?: boolean;
  fault?: string | undefined;
  /** Whether it takes the focus when it appears. */
  isFirst?: boolean;
};

const focus = (input: HTMLInputElement | null): void => input?.focus();

export const AmountField = ({ label, value, set, isFixed = false, fault, isFirst }: AmountFieldProps) => (
  <Labeled label={label}>
    <input
      {...(isFirst && { ref: focus })}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      required
      readOnly={isFixed}
      value={value}
      onInput={(event) => set(event.currentTarget.value)}
      {...(fault && { "aria-invalid": true })}
    />
    {fault && (
      <span class="fault" role="alert">
        {fault}
      </span>
    )}
  </Labeled>
);
