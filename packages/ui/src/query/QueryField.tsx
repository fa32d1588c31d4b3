import { type Column, type CompletionItem, type Completions, completeQuery } from '@tracklens/core/query';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { Translate } from '../text/translate.ts';
import { markedPieces, type QueryProblem } from './query-problems.ts';

/** Maximum number of completions listed. */
const listed = 50;

/** Text field of a query: errors are underlined and described, completions are offered. */
export function QueryField({
  text,
  onText,
  problems,
  columns,
  onRun,
  focused = false,
  t,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problems: readonly QueryProblem[];
  readonly columns: readonly Column[];
  readonly onRun: () => void;
  /** Whether the field is focused on mount. */
  readonly focused?: boolean;
  readonly t: Translate;
}): ReactElement {
  const field = useRef<HTMLTextAreaElement>(null);
  const backdrop = useRef<HTMLDivElement>(null);
  const id = useId();
  const [completions, setCompletions] = useState<Completions | null>(null);
  const [active, setActive] = useState(0);
  const cursorAfter = useRef<number | null>(null);
  const items = completions?.items.slice(0, listed) ?? [];
  // While completions are shown, the end of the text is unfinished rather than wrong.
  const open = items.length > 0;

  useEffect(() => {
    if (cursorAfter.current === null) return;
    field.current?.setSelectionRange(cursorAfter.current, cursorAfter.current);
    cursorAfter.current = null;
  });
  useEffect(() => {
    document.getElementById(`${id}-option-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount.
  useEffect(() => {
    if (focused) field.current?.focus();
  }, []);

  const offer = (value: string, asked: boolean) => {
    const cursor = field.current?.selectionStart ?? value.length;
    const found = completeQuery(value, cursor, columns);
    // Without an explicit request, completions are offered only for a typed prefix: a list after every space would be
    // distracting.
    setCompletions(asked || found.to > found.from ? found : null);
    setActive(0);
  };
  const accept = (item: CompletionItem) => {
    if (!completions) return;
    cursorAfter.current = completions.from + item.insert.length;
    onText(text.slice(0, completions.from) + item.insert + text.slice(completions.to));
    setCompletions(null);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys typed here must not trigger shortcuts of the host.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === ' ' && event.ctrlKey) offer(text, true);
    else if (open && event.key === 'ArrowDown') setActive((active + 1) % items.length);
    else if (open && event.key === 'ArrowUp') setActive((active - 1 + items.length) % items.length);
    else if (open && (event.key === 'Tab' || event.key === 'Enter') && !event.shiftKey && !event.ctrlKey)
      accept(items[active]!);
    else if (open && event.key === 'Escape') setCompletions(null);
    else if (event.key === 'Enter' && !event.shiftKey) onRun();
    else return;
    event.preventDefault();
  };

  return (
    <div className="tl-query-field">
      <label htmlFor={`${id}-text`} className="tl-quiet">
        {t('Query')}
      </label>
      <div className="tl-query-box">
        <div ref={backdrop} className="tl-query-backdrop" aria-hidden="true">
          {markedPieces(text, problems).map((piece) => (
            <span key={piece.start} className={piece.marked ? 'tl-query-wrong' : undefined}>
              {piece.text}
            </span>
          ))}
          {'\n'}
        </div>
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
          aria-activedescendant={open ? `${id}-option-${active}` : undefined}
          onChange={(event) => {
            onText(event.target.value);
            offer(event.target.value, false);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setCompletions(null)}
          onScroll={(event) => {
            if (backdrop.current) backdrop.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
        {open && (
          <div id={`${id}-list`} className="tl-popup tl-completions" role="listbox" aria-label={t('Completions')}>
            {items.map((item, index) => (
              <div
                key={`${item.label} ${item.detail}`}
                id={`${id}-option-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className="tl-completion"
                // Keeps the focus in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => accept(item)}
              >
                <code>{item.label}</code>
                <span className="tl-quiet">{item.detail}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      <ul id={`${id}-problems`} className="tl-query-problems" aria-live="polite">
        {problems.map((problem) => (
          <li key={`${problem.start} ${problem.sentence}`}>
            <button
              type="button"
              className="tl-query-problem"
              title={t('Go to it')}
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
    </div>
  );
}
