/** Tags that a change adds and removes. */
export interface TagChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Returns how the chosen tags differ from those before; null if they are the same. */
export function tagChange(before: readonly string[], chosen: readonly string[]): TagChange | null {
  const after = [...new Set(chosen.map((tag) => (before.includes(tag) ? tag : tag.trim())))].filter(Boolean);
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  return added.length + removed.length === 0 ? null : { added, removed };
}

/** Returns the text of tags, which `tagsOf` reads back: separated by commas, in quotes where they contain one. */
export const tagsText = (tags: readonly string[]): string => tags.map(tagText).join(', ');

const tagText = (tag: string): string =>
  tag.includes(',') || tag.startsWith('"') || tag !== tag.trim() ? `"${tag.replaceAll('"', '""')}"` : tag;

/** Tag in quotes, or else any text, up to the next comma. */
const separatedTag = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|$)/gy;

/** Splits tags that are separated by commas. A tag in quotes can contain commas, and quotes if they are doubled. */
export function tagsOf(text: string): string[] {
  const tags = [...text.matchAll(separatedTag)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim(),
  );
  return [...new Set(tags)].filter(Boolean);
}
