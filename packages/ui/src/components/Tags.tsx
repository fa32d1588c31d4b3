import type { ReactElement } from 'react';
import { tagsFittingWidth } from './tags-fitting-width.ts';

/** Tags as small labels. With a limited width, it shows those that fit and the number of the others. */
export function Tags({
  tags,
  label,
  maxWidth,
}: {
  readonly tags: readonly string[];
  readonly label: string;
  readonly maxWidth?: number;
}): ReactElement | null {
  if (tags.length === 0) return null;
  const shown = maxWidth === undefined ? tags.length : tagsFittingWidth(tags, maxWidth);
  return (
    <ul className="tl-tags" aria-label={label}>
      {tags.slice(0, shown).map((tag) => (
        // With a limited width, the surrounding cell has a tooltip with all tags.
        <li key={tag} className="tl-tag" title={maxWidth === undefined ? tag : undefined}>
          {tag}
        </li>
      ))}
      {shown < tags.length && <li className="tl-tag tl-tag-more">+{tags.length - shown}</li>}
    </ul>
  );
}
