import type { ReactElement } from 'react';
import { Popup } from '../components/Popup.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useReadOnce } from '../live/use-read-once.ts';
import type { PastQuery, QueryHistory } from './query-history.ts';

/** Button that opens the queries that were run before; of one project if given. */
export function HistoryMenu({
  history,
  project,
  onChoose,
}: {
  readonly history: QueryHistory;
  readonly project?: Pick<PastQuery, 'workspace' | 'projectName'>;
  readonly onChoose: (query: PastQuery) => void;
}): ReactElement {
  const t = useTranslate();
  return (
    <Popup icon="saved" label={t('History')} title={t('Query history')} className="tl-query-history">
      {(close) => (
        <HistoryList
          history={history}
          project={project}
          onChoose={(query) => {
            close();
            onChoose(query);
          }}
          onClear={() => {
            close();
            void history.clear();
          }}
        />
      )}
    </Popup>
  );
}

/** List of the queries; read when it is opened. */
function HistoryList({
  history,
  project,
  onChoose,
  onClear,
}: {
  readonly history: QueryHistory;
  readonly project: Pick<PastQuery, 'workspace' | 'projectName'> | undefined;
  readonly onChoose: (query: PastQuery) => void;
  readonly onClear: () => void;
}): ReactElement {
  const t = useTranslate();
  const { data } = useReadOnce<QueryHistory, readonly PastQuery[] | null>(history, null, (from) => from.read());
  if (data === null) return <p className="tl-quiet">{t('Loading…')}</p>;
  const isShown = ({ workspace, projectName }: PastQuery) =>
    project === undefined || (workspace === project.workspace && projectName === project.projectName);
  const shown = data.filter(isShown);
  if (shown.length === 0) return <p className="tl-quiet">{t('Queries that you run are listed here.')}</p>;
  return (
    <>
      <ul className="tl-popup-list" aria-label={t('Query history')}>
        {shown.map((past, index) => (
          <li key={JSON.stringify(past)}>
            <button
              type="button"
              className="tl-view-choice"
              title={past.query}
              // biome-ignore lint/a11y/noAutofocus: the dialog that was just opened takes the focus.
              autoFocus={index === 0}
              onClick={() => onChoose(past)}
            >
              <code className="tl-grid-text">{past.query}</code>
              {project === undefined && <span className="tl-quiet">{past.projectName}</span>}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="tl-button" onClick={onClear}>
        {t('Clear history')}
      </button>
    </>
  );
}
