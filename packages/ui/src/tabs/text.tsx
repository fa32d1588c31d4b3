import { assetKinds } from '@tracklens/core/display';
import { type ReactElement, useId, useMemo } from 'react';
import { Empty } from '../components/Notice.tsx';
import { TabBar } from '../components/TabBar.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness } from '../live/Freshness.tsx';
import type { TabProps } from './tab.ts';
import { HtmlFrame } from './text/HtmlFrame.tsx';
import { OutputView } from './text/OutputView.tsx';
import { TextSamples } from './text/TextSamples.tsx';
import { useChoice } from './use-choice.ts';
import { useContent } from './use-content.ts';

/** Tab of the output, the logged texts and the logged HTML. */
export function TextTab({ experimentKey, running }: TabProps): ReactElement {
  const t = useTranslate();
  const idPrefix = useId();
  const [part, setPart] = useChoice('text', 'part', null);
  const [search, setSearch] = useChoice('text', 'search', '');
  const read = useContent(`texts ${experimentKey}`, running, async (source, signal) => {
    const [output, html, assets] = await Promise.all([
      source.output(experimentKey, signal),
      source.html(experimentKey, signal),
      source.assets(experimentKey, signal, 'text'),
    ]);
    return { output, html, samples: assets.filter(assetKinds.text) };
  });
  const parts = useMemo(() => {
    const { output = [], html = '', samples = [] } = read.data ?? {};
    return [
      ...(samples.length > 0 ? [{ id: 'samples', title: `${t('Texts')} (${samples.length})` }] : []),
      ...(output.length > 0 ? [{ id: 'output', title: t('Output') }] : []),
      ...(html !== '' ? [{ id: 'html', title: 'HTML' }] : []),
    ];
  }, [read.data, t]);

  if (read.data === undefined) return <Pending read={read} label={t('Loading the texts…')} rows={8} />;
  const open = parts.find(({ id }) => id === part)?.id ?? parts[0]?.id;
  if (open === undefined) {
    return (
      <Empty
        title={running ? t('No text has been logged yet.') : t('No text was logged.')}
        code={'experiment.log_text("a sentence the model wrote", step=step)\nexperiment.log_html("<b>report</b>")'}
      >
        {t('What the script prints, texts and HTML appear here:')}
      </Empty>
    );
  }
  const { output, html, samples } = read.data;
  return (
    <>
      <Staleness read={read} />
      {parts.length > 1 && (
        <TabBar tabs={parts} chosen={open} onChoose={setPart} label={t('Text types')} idPrefix={idPrefix} />
      )}
      <div
        className="tl-panel"
        {...(parts.length > 1
          ? { role: 'tabpanel', id: `${idPrefix}-panel-${open}`, 'aria-labelledby': `${idPrefix}-tab-${open}` }
          : {})}
      >
        {open === 'output' && <OutputView output={output} running={running} />}
        {open === 'html' && <HtmlFrame html={html} title={t('Logged HTML')} />}
        {open === 'samples' && (
          <TextSamples experimentKey={experimentKey} samples={samples} search={search} onSearch={setSearch} />
        )}
      </div>
    </>
  );
}
