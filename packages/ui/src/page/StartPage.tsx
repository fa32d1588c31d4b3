import type { API } from '@tracklens/core/browser';
import { type ReactElement, useEffect, useMemo, useSyncExternalStore } from 'react';
import { Empty, Loading, Problem } from '../components/Notice.tsx';
import { Summary } from '../components/Summary.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { idlePollMillis } from '../live/idle-poll.ts';
import { Loader } from '../live/loader.ts';
import type { Failure } from '../source/failure.ts';
import { countText } from '../text/number-text.ts';
import { dateText, utcText } from '../text/time-text.ts';
import { FirstRun } from './FirstRun.tsx';
import { usePage } from './page-context.ts';
import { addressOf } from './route.ts';

type Project = Awaited<ReturnType<API['getProjects']>>[number];

/** Workspace with its projects and models. */
interface Workspace {
  readonly name: string;
  readonly projects: readonly Project[];
  readonly models: readonly string[];
}

/** Poll interval of an empty service, where the first experiment is expected. */
const emptyMillis = 3000;

async function readWorkspaces(api: API, only: string | null, signal: AbortSignal): Promise<readonly Workspace[]> {
  const names = only === null ? await api.getWorkspaces({ signal }) : [only];
  return await Promise.all(
    names.map(async (name) => {
      const [projects, models] = await Promise.all([
        api.getProjects(name, { signal }),
        api.getRegistryModelNames(name, { signal }),
      ]);
      return { name, projects, models };
    }),
  );
}

const isEmpty = (workspaces: readonly Workspace[]) =>
  workspaces.every(({ projects, models }) => projects.length === 0 && models.length === 0);

/**
 * Page of all workspaces, or of one, with their projects and models. For an empty service it explains how to log the
 * first run.
 */
export function StartPage({
  workspace = null,
  part = 'all',
}: {
  readonly workspace?: string | null;
  readonly part?: 'all' | 'models';
}): ReactElement {
  const t = useTranslate();
  const { workspaces, failure, retry } = useWorkspaces(workspace);
  const title = workspace ?? (part === 'models' ? t('Model registry') : t('Workspaces'));
  return (
    <div className="tl-page-content">
      {failure !== null && <Problem failure={failure} onRetry={retry} next="automatic" />}
      {failure === null && workspaces === null && <Loading label={t('Loading the workspaces…')} />}
      {workspaces !== null && isEmpty(workspaces) && (
        <section className="tl-page-first">
          <h1>{t('Log your first run')}</h1>
          <p>{t('Nothing is logged here yet.')}</p>
          <FirstRun />
        </section>
      )}
      {workspaces !== null && !isEmpty(workspaces) && (
        <>
          <h1>{title}</h1>
          {workspaces.map((one) => (
            <WorkspaceSection key={one.name} workspace={one} titled={workspace === null} part={part} />
          ))}
          <details className="tl-page-more">
            <Summary text={t('How to log an experiment')} />
            <FirstRun />
          </details>
        </>
      )}
    </div>
  );
}

function WorkspaceSection({
  workspace: { name, projects, models },
  titled,
  part,
}: {
  readonly workspace: Workspace;
  readonly titled: boolean;
  readonly part: 'all' | 'models';
}): ReactElement | null {
  const t = useTranslate();
  if (projects.length === 0 && models.length === 0) return null;
  return (
    <section className="tl-page-workspace" data-workspace={name}>
      {titled && (
        <h2>
          <a className="tl-link" href={addressOf({ kind: 'workspace', workspace: name })!}>
            {name}
          </a>
        </h2>
      )}
      {part === 'all' && projects.length > 0 && <ProjectTable workspace={name} projects={projects} />}
      {models.length > 0 && (
        <>
          <h3>
            <a className="tl-link" href={addressOf({ kind: 'registry', workspace: name })!}>
              {t('Model registry')}
            </a>
          </h3>
          <ul className="tl-page-models">
            {models.map((modelName) => (
              <li key={modelName}>
                <a className="tl-link" href={modelAddress(name, modelName)}>
                  {modelName}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {part === 'models' && models.length === 0 && (
        <Empty
          title={t('No registered model.')}
          code={'experiment.log_model("mlp", "weights.pt")\nexperiment.register_model("mlp")'}
        >
          {t('Register a logged model by its name:')}
        </Empty>
      )}
    </section>
  );
}

const modelAddress = (workspace: string, modelName: string) =>
  addressOf({ kind: 'target', target: { kind: 'model', workspace, modelName }, parent: null })!;

function ProjectTable({
  workspace,
  projects,
}: {
  readonly workspace: string;
  readonly projects: readonly Project[];
}): ReactElement {
  const t = useTranslate();
  const newestFirst = [...projects].sort((a, b) => b.lastUpdated - a.lastUpdated);
  return (
    <table className="tl-page-projects">
      <thead>
        <tr>
          <th scope="col">{t('Project')}</th>
          <th scope="col" className="tl-number">
            {t('Experiments')}
          </th>
          <th scope="col">{t('Last change')}</th>
        </tr>
      </thead>
      <tbody>
        {newestFirst.map(({ projectName, projectDescription, numberOfExperiments, lastUpdated }) => (
          <tr key={projectName}>
            <td>
              <a className="tl-link" href={projectAddress(workspace, projectName)}>
                {projectName}
              </a>
              {projectDescription && <div className="tl-quiet">{projectDescription}</div>}
            </td>
            <td className="tl-number">{countText(numberOfExperiments)}</td>
            <td title={utcText(lastUpdated)}>{dateText(lastUpdated)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const projectAddress = (workspace: string, projectName: string) =>
  addressOf({ kind: 'target', target: { kind: 'project', workspace, projectName }, parent: null })!;

/**
 * Polls the workspaces while the page is visible: often while there are none, slowly otherwise, and with backoff
 * after failures.
 */
function useWorkspaces(only: string | null): {
  readonly workspaces: readonly Workspace[] | null;
  readonly failure: Failure | null;
  retry(): void;
} {
  const { api } = usePage();
  const subject = useMemo(
    () =>
      new Loader<readonly Workspace[]>({
        load: (signal) => readWorkspaces(api, only, signal),
        everyMillis: (found) => (isEmpty(found) ? emptyMillis : idlePollMillis),
      }),
    [api, only],
  );
  useEffect(() => {
    const update = () => subject.setVisible(!document.hidden);
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      subject.setVisible(false);
    };
  }, [subject]);
  const { data = null, failure } = useSyncExternalStore(subject.subscribe, () => subject.state);
  return { workspaces: data, failure, retry: () => subject.reload() };
}
