import type { ReactElement } from 'react';
import { tagsFittingWidth } from './tags-fitting-width.ts';

/** Tags as small labels; in a room of so many pixels those that stand there whole, and how many there are besides. */
export function Tags({
  tags,
  label,
  room,
}: {
  readonly tags: readonly string[];
  readonly label: string;
  readonly room?: number;
}): ReactElement | null {
  if (tags.length === 0) return null;
  const shown = room === undefined ? tags.length : tagsFittingWidth(tags, room);
  return (
    <ul className="tl-tags" aria-label={label}>
      {tags.slice(0, shown).map((tag) => (
        // What has a room has a title too, with all of them.
        <li key={tag} className="tl-tag" title={room === undefined ? tag : undefined}>
          {tag}
        </li>
      ))}
      {shown < tags.length && <li className="tl-tag tl-tag-more">+{tags.length - shown}</li>}
    </ul>
  );
}
