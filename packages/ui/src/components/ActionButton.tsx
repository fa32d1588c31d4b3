import type { ButtonHTMLAttributes, ReactElement, RefObject } from 'react';

type Attributes = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled' | 'onClick'> & {
  readonly enabled: boolean;
};

const ariaDisabled = (enabled: boolean) => (enabled ? {} : { 'aria-disabled': true });

/**
 * Button that keeps the focus when its own action disables it, like that of the last step. With `disabled`, the focus
 * would be lost.
 */
export function ActionButton({
  enabled,
  onClick,
  buttonRef,
  ...attributes
}: Attributes & { readonly onClick: () => void; readonly buttonRef?: RefObject<HTMLButtonElement> }): ReactElement {
  return (
    <button
      {...attributes}
      ref={buttonRef}
      type="button"
      {...ariaDisabled(enabled)}
      onClick={() => enabled && onClick()}
    />
  );
}

/** The same for the button of a form. While it is disabled, Enter in a field does not submit the form either. */
export function SubmitButton({ enabled, ...attributes }: Attributes): ReactElement {
  return (
    <button
      {...attributes}
      type="submit"
      {...ariaDisabled(enabled)}
      onClick={(event) => {
        if (!enabled) event.preventDefault();
      }}
    />
  );
}
