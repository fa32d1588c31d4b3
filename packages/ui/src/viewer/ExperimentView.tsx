import { isTab, type Tab, type Target } from '@tracklens/core/display';
import { type ReactElement, useId } from 'react';
import { Boundary } from '../components/Boundary.tsx';
import { TabBar } from '../components/TabBar.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness, ViewRead } from '../live/Freshness.tsx';
import { idlePollMillis } from '../live/idle-poll.ts';
import { useRead } from '../live/use-read.ts';
import { experimentLabel, experimentState } from '../records/experiment-label.ts';
import { tabDefinitions } from '../tabs/tab-definitions.ts';
import { useView, useViewState } from '../view/view-context.ts';
import { ExperimentHeader, type ExperimentIdentity } from './ExperimentHeader.tsx';

const tabItems = (Object.keys(tabDefinitions) as Tab[]).map((id) => ({ id, title: tabDefinitions[id].title }));

/** View of an experiment: its header and its tabs. */
export function ExperimentView({ target }: { readonly target: Extract<Target, { kind: 'experiment' }> }): ReactElement {
  const t = useTranslate();
  const { store, pollMillis } = useView();
  const chosen = useViewState((state) => state.tab);
  const idPrefix = useId();
  const key = target.experimentKey;
  const read = useRead<ExperimentIdentity>(
    key,
    async (source, signal) => {
      const [metadata, tags] = await Promise.all([source.metadata(key, signal), source.tags(key, signal)]);
      return { metadata, tags };
    },
    ({ metadata }) => (experimentState(metadata) === 'running' ? pollMillis : idlePollMillis),
  );
  if (read.data === undefined) return <Pending read={read} label={t('Loading the experiment…')} />;

  const wanted = chosen ?? target.tab;
  const tab = wanted !== undefined && Object.hasOwn(tabDefinitions, wanted) ? wanted : tabItems[0]!.id;
  const { View } = tabDefinitions[tab];
  const running = experimentState(read.data.metadata) === 'running';
  return (
    <>
      <ExperimentHeader identity={read.data} read={read} />
      <Staleness read={read} />
      <TabBar
        tabs={tabItems.map(({ id, title }) => ({ id, title: t(title) }))}
        chosen={tab}
        onChoose={(id) => isTab(id) && store.setState((before) => ({ ...before, tab: id }))}
        label={t('Experiment tabs')}
        idPrefix={idPrefix}
      />
      <div
        role="tabpanel"
        id={`${idPrefix}-panel-${tab}`}
        aria-labelledby={`${idPrefix}-tab-${tab}`}
        className="tl-panel"
      >
        <ViewRead.Provider value={read}>
          <Boundary key={tab}>
            <View
              experimentKey={key}
              experimentName={experimentLabel(read.data.metadata)}
              projectName={read.data.metadata.projectName}
              running={running}
            />
          </Boundary>
        </ViewRead.Provider>
      </div>
    </>
  );
}
