import type { API } from '@tracklens/core/browser';
import { type ReactElement, useEffect, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import { SelectField } from '../components/SelectField.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { useEvent } from '../components/use-event.ts';
import { useReadOnce } from '../live/use-read-once.ts';
import { messageText, remedyText } from '../source/failure.ts';

/** Project identified by workspace and name. */
export interface ProjectName {
  readonly workspace: string;
  readonly projectName: string;
}

const noNames: readonly string[] = [];

/** Selects for a workspace and one of its projects. Default: the first of each. */
export function ProjectPicker({
  api,
  chosen,
  onChoose,
}: {
  readonly api: API;
  readonly chosen: ProjectName | null;
  readonly onChoose: (project: ProjectName | null) => void;
}): ReactElement {
  const t = useTranslate();
  const [attempt, setAttempt] = useState(0);
  const workspaces = useReadOnce(`workspaces ${attempt}`, noNames, (_, signal) => api.getWorkspaces({ signal }));
  const [chosenWorkspace, setWorkspace] = useState<string | null>(null);
  const workspace = chosen?.workspace ?? chosenWorkspace ?? workspaces.data[0] ?? null;
  const projects = useReadOnce(workspace === null ? null : `${workspace} ${attempt}`, noNames, async (_, signal) =>
    (await api.getProjects(workspace ?? '', { signal })).map((project) => project.projectName),
  );
  const choose = useEvent(onChoose);
  const firstProject = projects.data[0];
  useEffect(() => {
    if (chosen === null && workspace !== null && firstProject !== undefined) {
      choose({ workspace, projectName: firstProject });
    }
  }, [choose, chosen, workspace, firstProject]);

  const failure = workspaces.failure ?? projects.failure;
  return (
    <div className="tl-toolbar">
      <NameSelect
        label={t('Workspace')}
        names={workspaces.data}
        value={workspace}
        onChange={(name) => {
          setWorkspace(name);
          onChoose(null);
        }}
      />
      <NameSelect
        label={t('Project')}
        names={projects.data}
        value={chosen?.projectName ?? null}
        onChange={(projectName) => workspace !== null && onChoose({ workspace, projectName })}
      />
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

/** Select for one of several names; it also lists the current one if that is not among them. */
function NameSelect({
  label,
  names,
  value,
  onChange,
}: {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string | null;
  readonly onChange: (name: string) => void;
}): ReactElement {
  const options = value && !names.includes(value) ? [value, ...names] : names;
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      choices={options.map((name) => [name, name] as const)}
      onChange={onChange}
    />
  );
}
