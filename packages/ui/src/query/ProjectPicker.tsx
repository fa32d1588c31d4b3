import type { API } from '@tracklens/core/browser';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Icon } from '../parts/Icon.tsx';
import { type Failure, failureOf, messageText, remedyText } from '../source/failure.ts';
import type { Translate } from '../text/translate.ts';

/** Project identified by workspace and name. */
export interface ProjectName {
  readonly workspace: string;
  readonly projectName: string;
}

/** Selects for a workspace and one of its projects. Default: the first of each. */
export function ProjectPicker({
  api,
  chosen,
  onChoose,
  t,
}: {
  readonly api: API;
  readonly chosen: ProjectName | null;
  readonly onChoose: (project: ProjectName | null) => void;
  readonly t: Translate;
}): ReactElement {
  const [attempt, setAttempt] = useState(0);
  const [workspace, setWorkspace] = useState(chosen?.workspace ?? null);
  const workspaces = useNames(`workspaces ${attempt}`, (signal) => api.getWorkspaces({ signal }));
  const projects = useNames(workspace === null ? null : `${workspace} ${attempt}`, async (signal) =>
    (await api.getProjects(workspace ?? '', { signal })).map((project) => project.projectName),
  );
  const first = workspaces.names[0];
  useEffect(() => {
    if (workspace === null && first !== undefined) setWorkspace(first);
  }, [workspace, first]);

  const choose = useRef(onChoose);
  choose.current = onChoose;
  const firstProject = projects.names[0];
  useEffect(() => {
    if (chosen === null && workspace !== null && firstProject !== undefined) {
      choose.current({ workspace, projectName: firstProject });
    }
  }, [chosen, workspace, firstProject]);

  const failure = workspaces.failure ?? projects.failure;
  const withChosen = (names: readonly string[], name: string | null | undefined) =>
    name && !names.includes(name) ? [name, ...names] : names;
  return (
    <div className="tl-toolbar">
      <label className="tl-field">
        {t('Workspace')}
        <select
          value={workspace ?? ''}
          onChange={(event) => {
            setWorkspace(event.target.value);
            onChoose(null);
          }}
        >
          {withChosen(workspaces.names, workspace).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="tl-field">
        {t('Project')}
        <select
          value={chosen?.projectName ?? ''}
          disabled={projects.names.length === 0 && chosen === null}
          onChange={(event) => workspace !== null && onChoose({ workspace, projectName: event.target.value })}
        >
          {withChosen(projects.names, chosen?.projectName).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {failure && (
        <span className="tl-inline-problem" role="alert">
          <Icon name="problem" />
          {messageText(failure, t)} {remedyText(failure, t)}
          <button type="button" className="tl-button" onClick={() => setAttempt(attempt + 1)}>
            {t('Retry')}
          </button>
        </span>
      )}
    </div>
  );
}

/** Reads names once per `key`; none for `null`. */
function useNames(key: string | null, read: (signal: AbortSignal) => Promise<readonly string[]>) {
  const [state, setState] = useState<{ names: readonly string[]; failure: Failure | null }>({
    names: [],
    failure: null,
  });
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    setState({ names: [], failure: null });
    if (key === null) return;
    const abort = new AbortController();
    latest.current(abort.signal).then(
      (names) => !abort.signal.aborted && setState({ names, failure: null }),
      (error) => !abort.signal.aborted && setState({ names: [], failure: failureOf(error) }),
    );
    return () => abort.abort();
  }, [key]);
  return state;
}
