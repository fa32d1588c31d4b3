import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../components/Icon.tsx';
import { ExternalLink } from '../components/Link.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useView } from './view-context.ts';

/** Link to the page of the target on its service, if it has one. */
export function PageLink(): ReactElement | null {
  const t = useTranslate();
  const { url, host } = useView();
  if (!url) return null;
  return (
    <ExternalLink url={url} host={host}>
      <Icon name="external" />
      {t('Open page')}
    </ExternalLink>
  );
}

/** Link to a project; with Ctrl it opens in a new panel. */
export function ProjectLink({
  workspace,
  projectName,
  children,
}: {
  readonly workspace: string;
  readonly projectName: string;
  readonly children: ReactNode;
}): ReactElement {
  const t = useTranslate();
  const { host } = useView();
  return (
    <button
      type="button"
      className="tl-link"
      title={t('Open the project')}
      onClick={(event) =>
        host.open(
          { kind: 'project', workspace, projectName },
          { newPanel: event.ctrlKey || event.metaKey, activate: true },
        )
      }
    >
      {children}
    </button>
  );
}
