import type { ReactElement } from 'react';

/** Tags as small labels. */
export function Tags({
  tags,
  label,
}: {
  readonly tags: readonly string[];
  readonly label: string;
}): ReactElement | null {
  if (tags.length === 0) return null;
  return (
    <ul className="tl-tags" aria-label={label}>
      {tags.map((tag) => (
        <li key={tag} className="tl-tag" title={tag}>
          {tag}
        </li>
      ))}
    </ul>
  );
}
