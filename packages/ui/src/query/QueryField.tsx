import type { Column } from '@tracklens/core/query';
import { type KeyboardEvent, type ReactElement, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { Translate } from '../text/translate.ts';
import { CompletionList } from './CompletionList.tsx';
import { markedPieces, type QueryProblem } from './query-problems.ts';
import { useCompletions } from './use-completions.ts';

/** Properties of a query field. */
export interface QueryFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problems: readonly QueryProblem[];
  readonly columns: readonly Column[];
  readonly onRun: () => void;
  /** Whether the field is focused on mount. */
  readonly focused?: boolean;
  readonly t: Translate;
}

/** Text field of a query: errors are underlined and described, completions are offered. */
export function QueryField(props: QueryFieldProps): ReactElement {
  const { text, onText, problems, columns, onRun, focused = false, t } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const id = useId();
  const completions = useCompletions(field, text, columns, onText);
  // While completions are shown, the end of the text is unfinished rather than wrong.
  const open = completions.items.length > 0;
  const [focusedOnMount] = useState(focused);
  useEffect(() => {
    if (focusedOnMount) field.current?.focus();
  }, [focusedOnMount]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys typed here must not trigger shortcuts of the host.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const handled = completions.handleKey(event);
    if (!handled && (event.key !== 'Enter' || event.shiftKey)) return;
    if (!handled) onRun();
    event.preventDefault();
  };
  return (
    <div className="tl-query-field">
      <label htmlFor={`${id}-text`} className="tl-quiet">
        {t('Query')}
      </label>
      <div className="tl-query-box">
        <Backdrop text={text} problems={problems} scrollTop={scrollTop} />
        <textarea
          ref={field}
          id={`${id}-text`}
          rows={3}
          value={text}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          placeholder={'(Metric("val_loss") < 0.5) & Tag("baseline")'}
          aria-invalid={problems.length > 0}
          aria-describedby={`${id}-problems`}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open ? `${id}-list-${completions.active}` : undefined}
          onChange={({ target }) => {
            onText(target.value);
            completions.offer(target.value, false);
          }}
          onKeyDown={onKeyDown}
          onBlur={completions.close}
          onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
        />
        {open && <CompletionList id={`${id}-list`} completions={completions} t={t} />}
      </div>
      <ProblemList id={`${id}-problems`} problems={problems} field={field} t={t} />
    </div>
  );
}

/** Copy of the text behind the field, with the wrong parts underlined. */
function Backdrop({
  text,
  problems,
  scrollTop,
}: {
  readonly text: string;
  readonly problems: readonly QueryProblem[];
  readonly scrollTop: number;
}): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.scrollTo(0, scrollTop);
  }, [scrollTop]);
  return (
    <div ref={element} className="tl-query-backdrop" aria-hidden="true">
      {markedPieces(text, problems).map((piece) => (
        <span key={piece.start} className={piece.marked ? 'tl-query-wrong' : undefined}>
          {piece.text}
        </span>
      ))}
      {'\n'}
    </div>
  );
}

/** List of the errors; each selects the wrong part of the text. */
function ProblemList({
  id,
  problems,
  field,
  t,
}: {
  readonly id: string;
  readonly problems: readonly QueryProblem[];
  readonly field: RefObject<HTMLTextAreaElement>;
  readonly t: Translate;
}): ReactElement {
  return (
    <ul id={id} className="tl-query-problems" aria-live="polite">
      {problems.map((problem) => (
        <li key={`${problem.start} ${problem.sentence}`}>
          <button
            type="button"
            className="tl-query-problem"
            title={t('Go to the error')}
            onClick={() => {
              field.current?.focus();
              field.current?.setSelectionRange(problem.start, problem.end);
            }}
          >
            {t('Column %1', problem.start + 1)}
          </button>{' '}
          {problem.sentence}
        </li>
      ))}
    </ul>
  );
}
