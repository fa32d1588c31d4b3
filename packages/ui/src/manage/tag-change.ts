/** Tags that a change adds and removes. */
export interface TagChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Returns how the chosen tags differ from those before; null if they are the same. */
export function tagChange(before: readonly string[], chosen: readonly string[]): TagChange | null {
  const after = [...new Set(chosen.map((tag) => tag.trim()))].filter(Boolean);
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  return added.length + removed.length === 0 ? null : { added, removed };
}

/** Splits tags that are separated by commas. */
export function tagsOf(text: string): string[] {
  return [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean);
}
