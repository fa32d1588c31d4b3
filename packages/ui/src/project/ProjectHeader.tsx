import type { Target } from '@tracklens/core/display';
import { type ReactElement, useMemo } from 'react';
import { Icon } from '../components/Icon.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Freshness } from '../live/Freshness.tsx';
import type { Read } from '../live/use-read.ts';
import { wholeCount } from '../live/whole-count.ts';
import { experimentState } from '../records/experiment-label.ts';
import type { Metadata } from '../source/view-source.ts';
import { counted } from '../text/translate.ts';
import { PageLink, ProjectLink } from '../view/HeaderLinks.tsx';
import { SaveViewMenu } from '../view/SaveViewMenu.tsx';
import { useView } from '../view/view-context.ts';
import type { NamedViews } from './views/named-views-state.ts';
import { ViewMenu } from './views/ViewMenu.tsx';

/** Header with the name of the project or query and its number of experiments. */
export function ProjectHeader({
  target,
  read,
  experiments,
  named,
}: {
  readonly target: Extract<Target, { kind: 'project' | 'query' }>;
  readonly read: Read<unknown>;
  readonly experiments: readonly Metadata[];
  readonly named: NamedViews;
}): ReactElement {
  const t = useTranslate();
  const { snapshot } = useView();
  const { running, crashed } = useMemo(() => {
    const count = (state: string) => experiments.filter((one) => experimentState(one) === state).length;
    return { running: count('running'), crashed: count('crashed') };
  }, [experiments]);
  // A snapshot of a large project contains only the experiments its view shows.
  const whole = wholeCount(read, experiments.length, snapshot?.whole?.experiments);
  const total =
    whole > experiments.length
      ? t('%1 of %2', experiments.length, counted(t, whole, '%1 experiment', '%1 experiments'))
      : counted(t, experiments.length, '%1 experiment', '%1 experiments');
  return (
    <div className="tl-header">
      <div className="tl-header-line">
        <h2 className="tl-title">
          <span className="tl-quiet">{target.workspace} / </span>
          {target.kind === 'query' ? (
            <ProjectLink workspace={target.workspace} projectName={target.projectName}>
              {target.projectName}
            </ProjectLink>
          ) : (
            target.projectName
          )}
        </h2>
        <span className="tl-count">{total}</span>
        {running > 0 && <span className="tl-state tl-state-running">{t('%1 running', running)}</span>}
        {crashed > 0 && <span className="tl-state tl-state-crashed">{t('%1 crashed', crashed)}</span>}
        <div className="tl-header-actions">
          {target.kind === 'project' && <ViewMenu named={named} />}
          <button
            type="button"
            className="tl-icon-button"
            title={t('Reset to Defaults')}
            aria-label={t('Reset to Defaults')}
            onClick={named.reset}
          >
            <Icon name="reset" />
          </button>
          <Freshness read={read} running={running > 0} />
          <SaveViewMenu name={target.projectName} />
          <PageLink />
        </div>
      </div>
      {target.kind === 'query' && (
        <div className="tl-header-line tl-facts">
          <Icon name="search" />
          <code className="tl-query-text">{target.query}</code>
          {target.archived && <span className="tl-tag tl-tag-quiet">{t('archived')}</span>}
        </div>
      )}
    </div>
  );
}
