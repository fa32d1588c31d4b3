import { type KeyboardEvent, type ReactElement, useRef } from 'react';

/** A tab's id and heading. */
export interface TabItem {
  readonly id: string;
  readonly title: string;
}

/** Where an arrow, Home or End key leads in a row of tabs, going round at the ends; null for other keys. */
function movedInTabs(index: number, count: number, key: string): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** A row of tabs: one stop for the Tab key, arrows move and choose. */
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
  /** The panel of a tab has the id `<idPrefix>-panel-<tab>`. */
  readonly idPrefix: string;
}): ReactElement {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === chosen);
    const next = movedInTabs(index, tabs.length, event.key);
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(tab.id);
    buttons.current.get(tab.id)?.focus();
  };
  return (
    <div className="tl-tabs" role="tablist" aria-label={label}>
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
          onClick={() => onChoose(tab.id)}
          onKeyDown={onKeyDown}
        >
          {tab.title}
        </button>
      ))}
    </div>
  );
}
