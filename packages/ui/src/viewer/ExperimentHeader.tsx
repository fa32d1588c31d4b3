import type { ReactElement } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { StateLabel } from '../components/StateLabel.tsx';
import { Tags } from '../components/Tags.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Freshness } from '../live/Freshness.tsx';
import { type Read, useNow } from '../live/use-read.ts';
import { experimentLabel, experimentState } from '../records/experiment-label.ts';
import type { Metadata } from '../source/view-source.ts';
import { dateText, durationText, utcText } from '../text/time-text.ts';
import { PageLink, ProjectLink } from '../view/HeaderLinks.tsx';
import { ManageMenu } from '../view/ManageMenu.tsx';
import { SaveViewMenu } from '../view/SaveViewMenu.tsx';
import { useStateLink } from '../view/use-state-link.ts';
import { useView, useViewActivity } from '../view/view-context.ts';

/** Data of an experiment's header. */
export interface ExperimentIdentity {
  readonly metadata: Metadata;
  readonly tags: readonly string[];
}

/** Header of an experiment: name, state and project. */
export function ExperimentHeader({
  identity: { metadata, tags },
  read,
}: {
  readonly identity: ExperimentIdentity;
  readonly read: Read<ExperimentIdentity>;
}): ReactElement {
  const t = useTranslate();
  const { host } = useView();
  const { visible } = useViewActivity();
  const link = useStateLink();
  const state = experimentState(metadata);
  const running = state === 'running' && read.origin === 'live';
  const now = useNow(1000, running && visible);
  const durationMillis = running && metadata.startTimeMillis ? now - metadata.startTimeMillis : metadata.durationMillis;
  const duration = durationText(durationMillis);
  return (
    <div className="tl-header">
      <div className="tl-header-line">
        <h2 className="tl-title" title={metadata.experimentName ?? metadata.experimentKey}>
          {experimentLabel(metadata)}
        </h2>
        <StateLabel state={state} />
        {metadata.archived && <span className="tl-tag tl-tag-quiet">{t('archived')}</span>}
        <div className="tl-header-actions">
          <Freshness read={read} running={running} />
          <ManageMenu experiments={[{ experimentKey: metadata.experimentKey, state }]} label={t('Change')} />
          <SaveViewMenu name={experimentLabel(metadata)} />
          <PageLink />
          {link !== null && <CopyButton text={link} label={t('Copy a link to this view')} onFailure={host.report} />}
        </div>
      </div>
      <div className="tl-header-line tl-facts">
        <ProjectLink workspace={metadata.workspaceName} projectName={metadata.projectName}>
          {metadata.workspaceName} / {metadata.projectName}
        </ProjectLink>
        <span className="tl-key" title={metadata.experimentKey}>
          <code>{metadata.experimentKey.slice(0, 9)}</code>
          <CopyButton text={metadata.experimentKey} label={t('Copy the key')} onFailure={host.report} />
        </span>
        {metadata.startTimeMillis ? (
          <span title={utcText(metadata.startTimeMillis)}>{t('started %1', dateText(metadata.startTimeMillis))}</span>
        ) : null}
        {duration && <span>{running ? t('running for %1', duration) : t('took %1', duration)}</span>}
        <Tags tags={tags} label={t('Tags')} />
      </div>
    </div>
  );
}
