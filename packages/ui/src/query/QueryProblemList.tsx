import type { Column, TextEdit } from '@tracklens/core/query';
import { type ReactElement, useDeferredValue, useMemo } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { coreText } from '../text/translate.ts';
import type { QueryProblem } from './query-problems.ts';
import { errorText } from './query-text.ts';
import type { QueryTools } from './use-query-tools.ts';

/** Maximum number of problems for which corrections are computed while the user types. */
const correctedProblems = 5;

/** List of the errors of a query; each selects the wrong part of the text, and offers its corrections. */
export function QueryProblemList({
  id,
  text,
  problems,
  columns,
  tools,
  onSelect,
  onEdit,
}: {
  readonly id: string;
  readonly text: string;
  readonly problems: readonly QueryProblem[];
  readonly columns: readonly Column[];
  readonly tools: QueryTools | null;
  readonly onSelect: (problem: QueryProblem) => void;
  readonly onEdit: (edit: TextEdit) => void;
}): ReactElement {
  const t = useTranslate();
  const typed = useMemo(() => ({ text, problems }), [text, problems]);
  const settled = useDeferredValue(typed);
  const fixes = useMemo(
    () =>
      settled.problems
        .slice(0, correctedProblems)
        .map(({ error }) => tools?.queryFixes(settled.text, error, columns) ?? []),
    [tools, settled, columns],
  );
  // The fixed query itself takes many times as long: it is made when the button is pressed.
  const isFixable = settled.problems.some(({ unknown }, index) => !unknown && (fixes[index]?.length ?? 0) > 0);
  // The label may be of an earlier text, the edit must not be.
  const apply = ({ error }: QueryProblem, label: string) => {
    const fix = tools?.queryFixes(text, error, columns).find((one) => one.label === label);
    if (fix) onEdit(fix);
  };
  const fixAll = () => tools && onEdit({ start: 0, end: text.length, insert: tools.fixedQuery(text, columns) });
  return (
    <>
      <ul id={id} className="tl-query-problems" aria-live="polite">
        {problems.map((problem, index) => (
          <li key={`${problem.start} ${problem.error.message}`}>
            <button
              type="button"
              className="tl-query-problem"
              title={t('Go to the error')}
              onClick={() => onSelect(problem)}
            >
              {t('Column %1', problem.start + 1)}
            </button>{' '}
            {errorText(problem.error, t)}{' '}
            {fixes[index]?.map(({ label }) => (
              <button
                key={label}
                type="button"
                className="tl-button tl-query-fix"
                onClick={() => apply(problem, label)}
              >
                {coreText(t, label)}
              </button>
            ))}
          </li>
        ))}
      </ul>
      {problems.length > 1 && isFixable && (
        <button type="button" className="tl-button tl-query-fix" onClick={fixAll}>
          {t('Fix All Problems of the Query')}
        </button>
      )}
    </>
  );
}
