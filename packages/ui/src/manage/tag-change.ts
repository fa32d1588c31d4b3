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

/** Returns the text of tags, which `tagsOf` reads back: one per line, in quotes where a tag contains a separator. */
export const tagsText = (tags: readonly string[]): string => tags.map(tagText).join('\n');

const tagText = (tag: string): string =>
  /[,\r\n]/.test(tag) || tag.startsWith('"') || tag !== tag.trim() ? `"${tag.replaceAll('"', '""')}"` : tag;

/** Tag in quotes, or else any text, up to the next comma or line break. */
const separatedTag = /[^\S\n]*(?:"((?:[^"]|"")*)"[^\S\n]*|([^,\n]*))(?:[,\n]|$)/gy;

/**
 * Splits tags that are separated by commas or line breaks. A tag in quotes can contain both, and quotes if they are
 * doubled. Tags of `before` are returned as they were: a text field changes their line breaks to line feeds.
 */
export function tagsOf(text: string, before: readonly string[] = []): string[] {
  const typed = new Set(
    [...text.matchAll(separatedTag)].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim()),
  );
  const unchanged = before.filter((tag) => typed.has(tag) || typed.has(withLineFeeds(tag)));
  const shown = new Set(unchanged.flatMap((tag) => [tag, withLineFeeds(tag)]));
  return [...unchanged, ...[...typed].filter((tag) => !shown.has(tag))].filter(Boolean);
}

const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');
