import type { ReactElement } from 'react';

/** Choice among texts by their values, with a visible label. */
export function SelectField<T extends string>({
  label,
  value,
  choices,
  onChange,
  children,
}: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly (readonly [value: T, text: string])[];
  readonly onChange: (value: T) => void;
  readonly children?: ReactElement;
}): ReactElement {
  return (
    <label className="tl-field">
      {label}
      <select
        value={value}
        disabled={choices.length === 0}
        onChange={({ target }) => onChange(choices[target.selectedIndex]![0])}
      >
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
      {children}
    </label>
  );
}
