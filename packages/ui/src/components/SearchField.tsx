import type { ReactElement } from 'react';
import { Icon } from './Icon.tsx';

/** Field that filters while typing; Escape clears it. */
export function SearchField({
  value,
  onChange,
  label,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
}): ReactElement {
  return (
    <span className="tl-search">
      <Icon name="search" />
      <input
        type="search"
        value={value}
        placeholder={label}
        aria-label={label}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // An empty field leaves Escape to its container. Other keys typed here must not trigger shortcuts of the
          // host.
          if (event.key === 'Escape' && value === '') return;
          event.stopPropagation();
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) onChange('');
        }}
      />
    </span>
  );
}
