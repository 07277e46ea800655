type CheckRowProps = { text: string; isOn: boolean; turn: (isOn: boolean) => void };

export const CheckRow = ({ text, isOn, turn }: CheckRowProps) => (
  <label class="check-row">
    <input type="checkbox" checked={isOn} onChange={() => turn(!isOn)} />
    {text}
  </label>
);
