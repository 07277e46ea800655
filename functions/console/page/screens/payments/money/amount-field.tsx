type AmountFieldProps = { label: string; value: string; set: (value: string) => void; isFixed?: boolean };

export const AmountField = ({ label, value, set, isFixed = false }: AmountFieldProps) => (
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
    />
  </label>
);
