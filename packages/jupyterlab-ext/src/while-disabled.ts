/**
 * Runs an action with its buttons disabled; does nothing while they are. Unlike with `disabled`, they do not lose the
 * focus.
 */
export async function whileDisabled(buttons: readonly HTMLElement[], action: () => Promise<unknown>): Promise<void> {
  if (buttons.some((button) => button.getAttribute('aria-disabled') === 'true')) return;
  for (const button of buttons) button.setAttribute('aria-disabled', 'true');
  try {
    await action();
  } finally {
    for (const button of buttons) button.removeAttribute('aria-disabled');
  }
}
