import type { ButtonHTMLAttributes, ReactElement } from 'react';

/**
 * Button that keeps the focus when its own action disables it, like that of the last step. With `disabled`, the focus
 * would be lost.
 */
export function ActionButton({
  enabled,
  onClick,
  ...attributes
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled' | 'onClick'> & {
  readonly enabled: boolean;
  readonly onClick: () => void;
}): ReactElement {
  return (
    <button
      {...attributes}
      type="button"
      {...(enabled ? {} : { 'aria-disabled': true })}
      onClick={() => enabled && onClick()}
    />
  );
}
