/**
 * Returns a text in one line for a label of the editor, in which `$(name)` would be an icon. Names come from services.
 */
export function withoutIcons(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replaceAll('$(', '$\u200b(');
}
