import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { RowEditor } from '../components/RowEditor.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useEvent } from '../components/use-event.ts';
import { experimentLabel } from '../records/experiment-label.ts';
import { useView, useViewState } from '../view/view-context.ts';
import type { ExperimentRow } from './columns.ts';
import { NameMarks } from './NameMarks.tsx';
import { NotesStore } from './notes-store.ts';
import type { Objective } from './objective.ts';
import type { OpenRowMenu } from './RowMenu.tsx';
import type { SparkStore } from './spark-store.ts';
import type { TableCells } from './use-table-columns.ts';

/** Command that saves notes. */
const notesCommand = 'edit-experiment-notes';

/** Returns the contents of cells that are loaded or changed separately from the rows, with the store of the notes. */
export function useTableCells(
  sparks: SparkStore,
  {
    objective,
    best,
    onMenu,
  }: {
    readonly objective: Objective | null;
    readonly best: ExperimentRow | null;
    readonly onMenu: (menu: OpenRowMenu) => void;
  },
): { readonly cells: TableCells; readonly store: NotesStore } {
  const t = useTranslate();
  const { live, saved, host } = useView();
  const store = useMemo(() => new NotesStore(live ?? saved), [live, saved]);
  useEffect(() => () => store.dispose(), [store]);
  const management = live === null ? undefined : host.management;
  useEffect(
    () =>
      management?.subscribe((keys) => {
        for (const key of keys) if (store.notes(key) !== undefined) store.set(key, null);
      }),
    [management, store],
  );
  const version = useSyncExternalStore(store.subscribe, () => store.version);
  const [edited, setEdited] = useState<string | null>(null);
  const openMenu = useEvent(onMenu);
  const top = useViewState((state) => state.table?.top);
  const marks = useCallback(
    (row: ExperimentRow) => (
      <NameMarks
        objective={row.metadata.experimentKey === best?.metadata.experimentKey ? objective : null}
        isOnTop={top?.includes(row.metadata.experimentKey) ?? false}
        onMenu={(at) => openMenu({ row, at })}
      />
    ),
    [best, objective, top, openMenu],
  );
  const save = useEvent(async (row: ExperimentRow, text: string | null) => {
    const { experimentKey } = row.metadata;
    setEdited(null);
    const before = store.notes(experimentKey);
    if (text === null || before === undefined || text === before) return;
    store.set(experimentKey, text);
    if (!(await management?.run(notesCommand, [experimentKey], text))) store.set(experimentKey, before);
  });
  const notes = useCallback(
    (row: ExperimentRow) => {
      const { experimentKey } = row.metadata;
      const text = version < 0 ? undefined : store.notes(experimentKey);
      if (edited !== experimentKey || text === undefined) return text;
      const edit = { nodeId: experimentKey, value: text, onDone: (next: string | null) => void save(row, next) };
      return <RowEditor edit={edit} label={t('Notes of %1', experimentLabel(row.metadata))} />;
    },
    [version, store, edited, save, t],
  );
  const editNotes = useEvent(({ metadata: { experimentKey } }: ExperimentRow) => {
    // A field of one line would remove the line breaks.
    if (store.notes(experimentKey)?.includes('\n')) void management?.run(notesCommand, [experimentKey]);
    else setEdited(experimentKey);
  });
  const cells = useMemo(
    () => ({ sparks, marks, notes, editNotes: management === undefined ? undefined : editNotes }),
    [sparks, marks, notes, management, editNotes],
  );
  return { cells, store };
}
