/** Modifiers and key of a keyboard event. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * Whether a key types or edits text in a multiline field. It must not reach the host, whose shortcuts run cells or
 * delete rows by such keys. Other keys, such as those of a command palette, work in a field as everywhere else.
 */
export function editsText({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): boolean {
  if (/^F\d+$/.test(key)) return false;
  // Alt types further characters on many keyboards, on Windows together with Ctrl.
  if (key.length > 1 || altKey || !(ctrlKey || metaKey)) return true;
  return (shiftKey ? ['z'] : ['a', 'c', 'v', 'x', 'y', 'z']).includes(key.toLowerCase());
}
