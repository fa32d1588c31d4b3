import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react';
import { movedInList } from './roving.ts';

/** Id and heading of a tab. */
export interface TabItem {
  readonly id: string;
  readonly title: string;
}

/** Tab list: a single tab stop in which arrow keys move and select. */
export function TabBar({
  tabs,
  chosen,
  onChoose,
  label,
  idPrefix,
}: {
  readonly tabs: readonly TabItem[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly label: string;
  /** Prefix of element ids: the panel of a tab has the id `<idPrefix>-panel-<tab>`. */
  readonly idPrefix: string;
}): ReactElement {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [list, button] = [bar.current, buttons.current.get(chosen)];
    if (!list || !button) return undefined;
    showWithin(list, button);
    // A view may be mounted before its output has a width, and a theme may change the font.
    const sizes = new ResizeObserver(() => showWithin(list, button));
    sizes.observe(list);
    sizes.observe(button);
    return () => sizes.disconnect();
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === chosen);
    // The up and down arrows scroll the page.
    const next = /^Arrow(Up|Down)$/.test(event.key) ? null : movedInList(index, tabs.length, event.key);
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(tab.id);
    buttons.current.get(tab.id)?.focus();
  };
  return (
    <div ref={bar} className="tl-tabs" role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          ref={(button) => {
            if (button) buttons.current.set(tab.id, button);
            else buttons.current.delete(tab.id);
          }}
          type="button"
          role="tab"
          id={`${idPrefix}-tab-${tab.id}`}
          aria-selected={tab.id === chosen}
          aria-controls={tab.id === chosen ? `${idPrefix}-panel-${tab.id}` : undefined}
          tabIndex={tab.id === chosen ? 0 : -1}
          className="tl-tab"
          data-tab={tab.id}
          data-title={tab.title}
          onClick={() => onChoose(tab.id)}
          onKeyDown={onKeyDown}
        >
          {tab.title}
        </button>
      ))}
    </div>
  );
}

/** Scrolls a bar so that one of its tabs is visible. `scrollIntoView` would also scroll the document. */
function showWithin(bar: HTMLElement, tab: HTMLElement): void {
  const [{ left, right }, shown] = [tab.getBoundingClientRect(), bar.getBoundingClientRect()];
  if (left < shown.left) bar.scrollLeft -= shown.left - left;
  else if (right > shown.right) bar.scrollLeft += right - shown.right;
}
