import type { Host } from '@tracklens/core/display';
import type { ReactElement, ReactNode } from 'react';
import { isPageAddress } from '../text/page-address.ts';

/** Link to an external page, opened by the host. Renders nothing for any other address. */
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
