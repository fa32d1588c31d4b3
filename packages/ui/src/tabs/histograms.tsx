import { type ReactElement, useMemo, useState } from 'react';
import { MoreButton } from '../components/MoreButton.tsx';
import { Empty } from '../components/Notice.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { SelectField } from '../components/SelectField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness } from '../live/Freshness.tsx';
import { containsWords } from '../text/contains-words.ts';
import { assetSeries } from './assets/asset-series.ts';
import { HistogramCard } from './histograms/HistogramCard.tsx';
import type { TabProps } from './tab.ts';
import { useChoice } from './use-choice.ts';
import { useAssets } from './use-content.ts';

/** Number of names per page, so that thousands do not slow the page down. */
const pageSize = 60;

/** Tab of the histograms by name, over all steps and at one step. */
export function HistogramsTab({ experimentKey, running }: TabProps): ReactElement {
  const t = useTranslate();
  const read = useAssets(experimentKey, running, 'histograms');
  const [search, setSearch] = useChoice('histograms', 'search', '');
  const [form, setForm] = useChoice('histograms', 'form', 'ridges');
  const [share, setShare] = useChoice('histograms', 'share', 0.998);
  const [shown, setShown] = useState(pageSize);
  const all = useMemo(() => assetSeries(read.data ?? []), [read.data]);
  const found = useMemo(() => all.filter(({ name }) => containsWords(name, search)), [all, search]);

  if (read.data === undefined) return <Pending read={read} label={t('Loading the histograms…')} rows={6} />;
  if (read.data.length === 0) {
    return (
      <Empty
        title={running ? t('No histogram has been logged yet.') : t('No histogram was logged.')}
        code={'experiment.log_histogram_3d(layer.weight.detach().numpy(), name="weights", step=step)'}
      >
        {t('How weights, gradients or activations are distributed over the steps appears here:')}
      </Empty>
    );
  }
  return (
    <>
      <Staleness read={read} />
      <div className="tl-toolbar">
        {all.length > 1 && <SearchField value={search} onChange={setSearch} label={t('Search histograms')} />}
        <span className="tl-count">{t('%1 of %2', found.length, all.length)}</span>
        <SelectField
          label={t('Steps as')}
          value={form}
          choices={[
            ['ridges', t('Ridges')],
            ['heat', t('Heat map')],
          ]}
          onChange={setForm}
        />
        <SelectField
          label={t('Range')}
          value={String(share)}
          choices={[
            ['1', t('All values')],
            ['0.998', t('99.8% of the values')],
            ['0.95', t('95% of the values')],
          ]}
          onChange={(next) => setShare(Number(next))}
        />
      </div>
      <div className="tl-histograms">
        {found.slice(0, shown).map((series) => (
          <HistogramCard key={series.name} experimentKey={experimentKey} series={series} form={form} share={share} />
        ))}
      </div>
      <MoreButton total={found.length} shown={shown} pageSize={pageSize} row=".tl-histogram-card" onShow={setShown} />
    </>
  );
}
