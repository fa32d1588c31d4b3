import type { Column, TextEdit } from '@tracklens/core/query';
import { type ReactElement, useMemo } from 'react';
import { coreText, type Translate } from '../text/translate.ts';
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
  t,
}: {
  readonly id: string;
  readonly text: string;
  readonly problems: readonly QueryProblem[];
  readonly columns: readonly Column[];
  readonly tools: QueryTools | null;
  readonly onSelect: (problem: QueryProblem) => void;
  readonly onEdit: (edit: TextEdit) => void;
  readonly t: Translate;
}): ReactElement {
  const fixes = useMemo(
    () => problems.slice(0, correctedProblems).map(({ error }) => tools?.queryFixes(text, error, columns) ?? []),
    [tools, text, problems, columns],
  );
  const fixed = useMemo(
    () => (tools && problems.length > 1 ? tools.fixedQuery(text, columns) : text),
    [tools, text, problems, columns],
  );
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
            {fixes[index]?.map((fix) => (
              <button key={fix.label} type="button" className="tl-button tl-query-fix" onClick={() => onEdit(fix)}>
                {coreText(t, fix.label)}
              </button>
            ))}
          </li>
        ))}
      </ul>
      {fixed !== text && (
        <button
          type="button"
          className="tl-button tl-query-fix"
          onClick={() => onEdit({ start: 0, end: text.length, insert: fixed })}
        >
          {t('Fix All Problems of the Query')}
        </button>
      )}
    </>
  );
}
