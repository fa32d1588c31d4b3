import type { ChartExperiment } from '@tracklens/core/charts';
import { type ReactElement, useMemo, useState } from 'react';
import { MoreButton } from '../components/MoreButton.tsx';
import { ScrollRegion } from '../components/ScrollRegion.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { SeriesMark } from '../gallery/SeriesMark.tsx';
import { valueText } from '../text/number-text.ts';
import { shortLabels } from '../text/short-labels.ts';
import { type ComparisonRow, rowsPerPage } from './comparison.ts';

/** Table of the values that several experiments have under the same names. */
export function ComparisonTable({
  label,
  experiments,
  rows,
  numeric = false,
}: {
  readonly label: string;
  readonly experiments: readonly ChartExperiment[];
  readonly rows: readonly ComparisonRow[];
  /** Whether values are numbers that may be abbreviated. Versions must not be: 3.10 is not 3.1. */
  readonly numeric?: boolean;
}): ReactElement {
  const t = useTranslate();
  const [chosen, setShown] = useState(0);
  const pageSize = rowsPerPage(experiments.length);
  const shown = Math.max(chosen, pageSize);
  const labels = useMemo(() => shortLabels(experiments), [experiments]);
  return (
    <ScrollRegion className="tl-comparison" aria-label={label}>
      <table className={numeric ? 'tl-numbers' : undefined}>
        <thead>
          <tr>
            <th scope="col">{t('Name')}</th>
            {experiments.map(({ key, label: name, color, dash }) => (
              <th key={key} scope="col" title={`${name}\n${key}`}>
                <SeriesMark color={color} dash={dash} /> {labels.get(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={row.name}>
              <th scope="row" title={row.name}>
                {row.name}
              </th>
              {row.values.map((value, index) => (
                <td key={experiments[index]!.key} className={row.differs ? 'tl-differs' : ''} title={value ?? ''}>
                  {value === null ? <span className="tl-quiet">–</span> : numeric ? valueText(value) : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton total={rows.length} shown={shown} pageSize={pageSize} row="tbody > tr" onShow={setShown} />
    </ScrollRegion>
  );
}
