import type { Column, TextEdit } from '@tracklens/core/query';
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { CompletionList } from './CompletionList.tsx';
import { editsText } from './editing-keys.ts';
import { replaceText } from './field-text.ts';
import { QueryDescriptionBox } from './QueryDescriptionBox.tsx';
import { QueryProblemList } from './QueryProblemList.tsx';
import { markedPieces, type QueryProblem } from './query-problems.ts';
import { type QueryCompletions, useCompletions } from './use-completions.ts';
import { useDescription, type WordDescription } from './use-description.ts';
import { useQueryTools } from './use-query-tools.ts';

/** Properties of a query field. */
export interface QueryFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problems: readonly QueryProblem[];
  readonly columns: readonly Column[];
  readonly onRun: () => void;
  /** Whether the field is focused on mount. */
  readonly focused?: boolean;
}

/**
 * Text field of a query: errors are underlined and described with their corrections, completions are offered, words are
 * described, and the text can be formatted.
 */
export function QueryField(props: QueryFieldProps): ReactElement {
  const { text, onText, problems, columns, focused = false } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const backdrop = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const id = useId();
  const tools = useQueryTools();
  const completions = useCompletions(field, text, columns, onText);
  const description = useDescription(backdrop, text, columns, tools);
  // While completions are shown, the end of the text is unfinished rather than wrong.
  const open = completions.items.length > 0;
  const [focusedOnMount] = useState(focused);
  useEffect(() => {
    if (focusedOnMount) field.current?.focus();
  }, [focusedOnMount]);
  const edit = (change: TextEdit) => {
    if (field.current) replaceText(field.current, change);
    completions.close();
    description.close();
  };
  const formatted = useMemo(() => tools?.formatQuery(text) ?? text, [tools, text]);
  const format = () => formatted !== text && edit({ start: 0, end: text.length, insert: formatted });
  return (
    <div className="tl-query-field">
      <FieldHead field={`${id}-text`} isFormatted={formatted === text} onFormat={format} />
      <div className="tl-query-box">
        <Backdrop element={backdrop} text={text} problems={problems} scrollTop={scrollTop} />
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
          aria-keyshortcuts="Shift+Alt+F Control+. Control+Shift+Space"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open ? `${id}-list-${completions.active}` : undefined}
          onChange={({ target }) => {
            onText(target.value);
            description.close();
            completions.offer(target.value, false);
          }}
          onKeyDown={(event) => handleKey(event, { onRun: props.onRun, completions, description, format })}
          onKeyUp={completions.onCursor}
          onClick={completions.onCursor}
          onPointerMove={description.onPointerMove}
          onPointerLeave={description.close}
          onBlur={completions.close}
          onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
        />
        {open && <CompletionList id={`${id}-list`} completions={completions} />}
        <QueryDescriptionBox shown={open ? null : description.shown} />
      </div>
      <QueryProblemList
        id={`${id}-problems`}
        text={text}
        problems={problems}
        columns={columns}
        tools={tools}
        onSelect={({ start, end }) => {
          field.current?.focus();
          field.current?.setSelectionRange(start, end);
        }}
        onEdit={edit}
      />
    </div>
  );
}

/** Label of a query field, with the button that formats the query. */
function FieldHead({
  field,
  isFormatted,
  onFormat,
}: {
  /** Id of the field. */
  readonly field: string;
  readonly isFormatted: boolean;
  readonly onFormat: () => void;
}): ReactElement {
  const t = useTranslate();
  return (
    <div className="tl-query-head">
      <label htmlFor={field} className="tl-quiet">
        {t('Query')}
      </label>
      <ActionButton
        className="tl-button"
        title={t('Format the query (Shift+Alt+F)')}
        enabled={!isFormatted}
        onClick={onFormat}
      >
        {t('Format')}
      </ActionButton>
    </div>
  );
}

/** Actions of the keys of a query field. */
interface FieldActions {
  readonly onRun: () => void;
  readonly completions: QueryCompletions;
  readonly description: WordDescription;
  readonly format: () => void;
}

/** Handles a key of a query field. */
function handleKey(event: KeyboardEvent<HTMLTextAreaElement>, actions: FieldActions): void {
  const handled = !event.nativeEvent.isComposing && isHandled(event, actions);
  if (handled) event.preventDefault();
  if (handled || editsText(event)) event.stopPropagation();
}

function isHandled(
  event: KeyboardEvent<HTMLTextAreaElement>,
  { onRun, completions, description, format }: FieldActions,
): boolean {
  const { key, code, shiftKey, altKey } = event;
  const control = event.ctrlKey || event.metaKey;
  if (key === 'Escape' && description.shown !== null) {
    description.close();
    completions.close();
  } else if (key === ' ' && control && shiftKey) description.describe(event.currentTarget.selectionStart);
  // With Alt, the key is another character on some keyboards.
  else if (code === 'KeyF' && shiftKey && altKey) format();
  else if (key === '.' && control) firstFix(event.currentTarget)?.focus();
  else if (completions.handleKey(event)) return true;
  else if (key === 'Enter' && !shiftKey) onRun();
  else return false;
  return true;
}

/** Returns the button of the first correction of a field, which may be in a shadow root. */
function firstFix(field: HTMLElement): HTMLElement | null {
  return field.closest('.tl-query-field')?.querySelector<HTMLElement>('.tl-query-fix') ?? null;
}

/** Copy of the text behind the field, with the wrong parts underlined. */
function Backdrop({
  element,
  text,
  problems,
  scrollTop,
}: {
  readonly element: RefObject<HTMLDivElement>;
  readonly text: string;
  readonly problems: readonly QueryProblem[];
  readonly scrollTop: number;
}): ReactElement {
  useEffect(() => {
    element.current?.scrollTo(0, scrollTop);
  }, [element, scrollTop]);
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
