import { type ReactElement, useMemo } from 'react';
import { DataTable, type TableColumn } from '../components/DataTable.tsx';
import { FixedList } from '../components/FixedList.tsx';
import { Icon } from '../components/Icon.tsx';
import { Empty } from '../components/Notice.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { Pending, Staleness } from '../live/Freshness.tsx';
import { wholeCount } from '../live/whole-count.ts';
import { isNotes } from '../records/experiment-notes.ts';
import type { Summary } from '../source/records.ts';
import { useView } from '../view/view-context.ts';
import { Markdown } from './notes/Markdown.tsx';
import { shownSummaries } from './summary-rows.ts';
import type { TabProps } from './tab.ts';
import { useChoice } from './use-choice.ts';
import { useContent } from './use-content.ts';

/** The name is already shown in the header. */
const isName = ({ name }: Summary): boolean => name === 'Name';

/** Tab of the experiment's notes (the item `notes`) and its project's notes as Markdown, and of all other items. */
export function NotesTab({ experimentKey, running }: TabProps): ReactElement {
  const t = useTranslate();
  const { layout, snapshot } = useView();
  const read = useContent(`notes ${experimentKey}`, running, async (source, signal) => {
    const [others, metadata] = await Promise.all([
      source.others(experimentKey, signal),
      source.metadata(experimentKey, signal),
    ]);
    // A saved copy does not contain the notes of the project.
    const project = await source
      .projectNotes(metadata.workspaceName, metadata.projectName, signal)
      .catch((error: unknown) => {
        if (source.takenAtMillis !== null) return '';
        throw error;
      });
    return { others, project, projectName: metadata.projectName };
  });
  if (read.data === undefined) return <Pending read={read} label={t('Loading the notes…')} rows={6} />;
  const { others, project, projectName } = read.data;
  const notes = others
    .filter(isNotes)
    .map(({ valueCurrent }) => valueCurrent ?? '')
    .filter(Boolean);
  const items = others.filter((item) => !isNotes(item) && !isName(item));
  const left = wholeCount(read, others.length, snapshot?.whole?.records?.others) - others.length;
  return (
    <>
      <Staleness read={read} />
      <FixedList items={notes}>{(text) => <Markdown text={text} />}</FixedList>
      {project.trim() !== '' && (
        <section aria-label={t('Notes of the project')}>
          <h3 className="tl-section-title">{t('Notes of the project %1', projectName)}</h3>
          <Markdown text={project} />
        </section>
      )}
      {notes.length === 0 && (project.trim() === '' || layout !== 'cell') && (
        <Empty
          title={t('This experiment has no notes.')}
          code={'experiment.log_other("notes", "A **warm restart** of run 12")'}
          action={<EditButton experimentKey={experimentKey} />}
        >
          {t('The other item “notes” is shown here as Markdown:')}
        </Empty>
      )}
      {items.length > 0 && <OtherItems items={items} total={items.length + left} />}
    </>
  );
}

/** Button that edits the notes of an experiment. Empty without a host that may change them, or without a service. */
function EditButton({ experimentKey }: Pick<TabProps, 'experimentKey'>): ReactElement | null {
  const t = useTranslate();
  const { host, live } = useView();
  const { management } = host;
  if (management === undefined || live === null) return null;
  return (
    <button
      type="button"
      className="tl-button"
      onClick={() => void management.run('edit-experiment-notes', [experimentKey])}
    >
      <Icon name="rename" />
      {t('Edit Notes…')}
    </button>
  );
}

/** Table of the other items of the experiment, of which it has `total`. */
function OtherItems({ items, total }: { readonly items: readonly Summary[]; readonly total: number }): ReactElement {
  const t = useTranslate();
  const { layout } = useView();
  const [search, setSearch] = useChoice('notes', 'search', '');
  const shown = useMemo(() => shownSummaries(items, search, { column: 'name', descending: false }), [items, search]);
  const columns = useMemo<TableColumn<Summary>[]>(
    () => [
      { id: 'name', title: t('Item'), width: 200, cell: (row) => row.name, tooltip: (row) => row.name },
      {
        id: 'value',
        title: t('Value'),
        width: 420,
        grows: true,
        cell: (row) => <code className="tl-grid-text">{row.valueCurrent ?? ''}</code>,
        tooltip: (row) => row.valueCurrent ?? '',
      },
    ],
    [t],
  );
  return (
    <section className="tl-table-section" aria-label={t('Other items')}>
      <h3 className="tl-section-title">
        {t('Other items')}
        <span className="tl-count">{t('%1 of %2', shown.length, total)}</span>
        <span className="tl-space" />
        {items.length > 8 && <SearchField value={search} onChange={setSearch} label={t('Search items')} />}
      </h3>
      <DataTable
        label={t('Other items')}
        columns={columns}
        rows={shown}
        rowId={(row) => row.name}
        maxHeight={layout === 'cell' ? 300 : 600}
      />
    </section>
  );
}
