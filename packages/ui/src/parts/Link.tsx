import type { Host } from '@tracklens/core/display';
import type { ReactElement, ReactNode } from 'react';

/** Whether an address may be opened: a page, never a script or a file. */
export function isPageAddress(url: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol);
  } catch {
    return false;
  }
}

/** A link to a page outside; the host opens it. Nothing is drawn for any other address. */
export function ExternalLink({
  url,
  host,
  children,
}: {
  readonly url: string;
  readonly host: Host;
  readonly children: ReactNode;
}): ReactElement | null {
  if (!isPageAddress(url)) return null;
  return (
    <a
      className="tl-link"
      href={url}
      rel="noopener noreferrer"
      onClick={(event) => {
        event.preventDefault();
        host.openExternal(url);
      }}
    >
      {children}
    </a>
  );
}
