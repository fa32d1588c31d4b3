import { type ReactElement, useMemo } from 'react';
import { FixedList } from '../components/FixedList.tsx';
import { Problem } from '../components/Notice.tsx';
import { ScrollRegion } from '../components/ScrollRegion.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { countText } from '../text/number-text.ts';
import { counted } from '../text/translate.ts';
import { lineDiff, withContext } from './line-diff.ts';
import type { ComparedText } from './source-text.ts';

/** Maximum number of lines rendered. */
const maxLines = 2000;

/** Maximum number of names of omitted files. */
const maxNames = 10;

const marks = { same: ' ', added: '+', removed: '−' } as const;

/** Line diff of two texts, with the names of what they omit. */
export function TextComparison({
  label,
  before: { text: before, ...first },
  after: { text: after, ...second },
}: {
  readonly label: string;
  readonly before: ComparedText;
  readonly after: ComparedText;
}): ReactElement {
  const t = useTranslate();
  const lines = useMemo(() => withContext(lineDiff(before, after)), [before, after]);
  const failure = first.failure ?? second.failure;
  if (failure) return <Problem failure={failure} />;
  const omitted = [...new Set([...first.omitted, ...second.omitted])];
  const rest = omitted.length - maxNames;
  const names = [...omitted.slice(0, maxNames), ...(rest > 0 ? [t('… %1 more', countText(rest))] : [])];
  return (
    <>
      {omitted.length > 0 && <p className="tl-quiet">{t('Not compared: %1.', names.join(', '))}</p>}
      {before !== after ? (
        <DiffLines label={label} lines={lines} />
      ) : (
        <p className="tl-quiet">
          {omitted.length > 0
            ? t('No differences in what was compared.')
            : before === ''
              ? t('Neither experiment logged any.')
              : t('The texts are identical.')}
        </p>
      )}
    </>
  );
}

function DiffLines({
  label,
  lines,
}: {
  readonly label: string;
  readonly lines: ReturnType<typeof withContext>;
}): ReactElement {
  const t = useTranslate();
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
