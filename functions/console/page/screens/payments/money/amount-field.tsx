type AmountFieldProps = {
  label: string;
  value: string;
  set: (value: string) => void;
  isFixed?: boolean;
  fault?: string | undefined;
};

export const AmountField = ({ label, value, set, isFixed = false, fault }: AmountFieldProps) => (
  <label class="field">
    <span>{label}</span>
    <input
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
  </label>
);
