import { type ReactElement, useMemo, useState } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { CheckField } from '../components/CheckField.tsx';
import { Icon } from '../components/Icon.tsx';
import { Popup } from '../components/Popup.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { availableColumns, movedColumn } from './column-choice.ts';
import { type ColumnId, columnParts, columnTitle, type ExperimentRow } from './columns.ts';

/** Maximum number of columns listed; the rest are reachable by searching. */
const maxListed = 200;

interface ColumnChoice {
  /** Rows whose columns are offered: every column that at least one row has a value for. */
  readonly rows: readonly ExperimentRow[];
  readonly chosen: readonly ColumnId[];
  /** Whether the columns are the automatic choice. */
  readonly automatic: boolean;
  readonly pinned: readonly ColumnId[];
  readonly differencesOnly: boolean;
  readonly onPin: (pinned: readonly ColumnId[]) => void;
  readonly onDifferencesOnly: (only: boolean) => void;
  /** Called with the chosen columns in order; `null` restores the automatic choice. */
  readonly onChange: (columns: readonly ColumnId[] | null) => void;
}

/** Button that opens the list of columns, each with a check box. */
export function ColumnChooser(choice: ColumnChoice): ReactElement {
  const t = useTranslate();
  return (
    <Popup icon="columns" label={t('Columns')} title={t('Columns')}>
      {() => <ColumnList {...choice} />}
    </Popup>
  );
}

function ColumnList(choice: ColumnChoice): ReactElement {
  const t = useTranslate();
  const { rows, chosen, onChange } = choice;
  const [search, setSearch] = useState('');
  const available = useMemo(() => availableColumns(rows), [rows]);
  const found = available.filter((column) => columnTitle(column, t).toLowerCase().includes(search.toLowerCase()));
  return (
    <>
      <div className="tl-toolbar">
        <SearchField value={search} onChange={setSearch} label={t('Search columns')} />
        <ActionButton className="tl-button" enabled={!choice.automatic} onClick={() => onChange(null)}>
          {t('Automatic')}
        </ActionButton>
      </div>
      <CheckField
        label={t('Only parameters that differ')}
        checked={choice.differencesOnly}
        onChange={choice.onDifferencesOnly}
      />
      <ul className="tl-popup-list tl-column-list" aria-label={t('Selected columns')}>
        {chosen.map((column) => (
          <ChosenColumn key={column} column={column} choice={choice} />
        ))}
      </ul>
      <ul className="tl-popup-list">
        {found.slice(0, maxListed).map((column) => (
          <li key={column}>
            <label>
              <input
                type="checkbox"
                checked={chosen.includes(column)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, column] : chosen.filter((other) => other !== column))
                }
              />
              <span className="tl-grid-text">{columnTitle(column, t)}</span>
              <span className="tl-quiet">{columnKind(column, t)}</span>
            </label>
          </li>
        ))}
      </ul>
      {found.length > maxListed && (
        <p className="tl-quiet">{t('%1 more: use the search.', found.length - maxListed)}</p>
      )}
    </>
  );
}

/** Entry of a chosen column, with buttons that move and pin it. */
function ChosenColumn({
  column,
  choice: { chosen, pinned, onChange, onPin },
}: {
  readonly column: ColumnId;
  readonly choice: ColumnChoice;
}): ReactElement {
  const t = useTranslate();
  const title = columnTitle(column, t);
  const index = chosen.indexOf(column);
  const isPinned = pinned.includes(column);
  const moveButton = (by: -1 | 1, label: string, enabled: boolean) => (
    <ActionButton
      className="tl-icon-button"
      enabled={enabled}
      aria-label={label}
      onClick={() => onChange(movedColumn(chosen, column, by))}
    >
      <Icon name={by < 0 ? 'up' : 'down'} />
    </ActionButton>
  );
  return (
    <li data-column={column}>
      <span className="tl-grid-text">{title}</span>
      {moveButton(-1, t('Move %1 left', title), index > 0)}
      {moveButton(1, t('Move %1 right', title), index < chosen.length - 1)}
      <button
        type="button"
        className="tl-button"
        aria-pressed={isPinned}
        aria-label={t('Pin %1', title)}
        title={t('Keep %1 visible', title)}
        onClick={() => onPin(isPinned ? pinned.filter((other) => other !== column) : [...pinned, column])}
      >
        {t('Pin')}
      </button>
    </li>
  );
}

function columnKind(id: ColumnId, t: (english: string) => string): string {
  const { kind } = columnParts(id);
  if (kind === 'parameter') return t('parameter');
  return kind === 'metric' ? t('last') : '';
}
