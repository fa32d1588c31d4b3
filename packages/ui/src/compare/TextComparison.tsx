import { type ReactElement, useMemo } from 'react';
import { FixedList } from '../components/FixedList.tsx';
import { ScrollRegion } from '../components/ScrollRegion.tsx';
import { counted } from '../text/translate.ts';
import { useView } from '../view/view-context.ts';
import { lineDiff, withContext } from './line-diff.ts';

/** Maximum number of lines rendered. */
const maxLines = 2000;

const marks = { same: ' ', added: '+', removed: '−' } as const;

/** Line diff of two texts. */
export function TextComparison({
  label,
  before,
  after,
}: {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}): ReactElement {
  const { t } = useView();
  const lines = useMemo(() => withContext(lineDiff(before, after)), [before, after]);
  if (before === after)
    return (
      <p className="tl-quiet">{before === '' ? t('Neither experiment logged any.') : t('The texts are identical.')}</p>
    );
  return (
    <ScrollRegion className="tl-diff" aria-label={label}>
      <table>
        <tbody>
          <FixedList items={lines.slice(0, maxLines)}>
            {(line) =>
              line === null ? (
                <tr className="tl-diff-skip">
                  <td colSpan={4}>⋯</td>
                </tr>
              ) : (
                <tr data-kind={line.kind}>
                  <td className="tl-diff-number">{line.before}</td>
                  <td className="tl-diff-number">{line.after}</td>
                  <td>{marks[line.kind]}</td>
                  <td>{line.text}</td>
                </tr>
              )
            }
          </FixedList>
        </tbody>
      </table>
      {lines.length > maxLines && (
        <p className="tl-quiet">{counted(t, lines.length - maxLines, '%1 more line.', '%1 more lines.')}</p>
      )}
    </ScrollRegion>
  );
}
