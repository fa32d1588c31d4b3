import { type ReactElement, useState } from 'react';

/** Number of choices from which their options are rendered only while the field is used. */
const manyChoices = 200;

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
  const [isUsed, setUsed] = useState(false);
  const hasMany = choices.length >= manyChoices;
  const shown = hasMany && !isUsed ? choices.filter(([choice]) => choice === value) : choices;
  return (
    <label className="tl-field">
      {label}
      <select
        value={value}
        disabled={choices.length === 0}
        data-many={hasMany || undefined}
        // A press precedes the list of the browser; the focus precedes the keys.
        onPointerDown={() => setUsed(true)}
        onFocus={() => setUsed(true)}
        onBlur={() => setUsed(false)}
        onChange={({ target }) => onChange(shown[target.selectedIndex]![0])}
      >
        {shown.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
      {children}
    </label>
  );
}
