import type { ReactElement } from 'react';

/** Check box with a visible label. */
export function CheckField({
  label,
  title,
  checked,
  onChange,
}: {
  readonly label: string;
  /** Explanation, shown as a tooltip. */
  readonly title?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}): ReactElement {
  return (
    <label className="tl-field" title={title}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}
