import { type API, APIExperiment } from '@tracklens/core/browser';
import { mapConcurrent } from '@tracklens/core/client';
import { isNotes } from '../records/experiment-notes.ts';
import type { Translate } from '../text/translate.ts';
import { changeEach, experimentsText, questionDetail } from './change-each.ts';
import type { Change, EditedText } from './manage-definition.ts';
import { nameProblem, newProject } from './new-project.ts';
import type { Subject } from './subject.ts';
import { tagChange } from './tag-change.ts';

type Experiment = Subject<'experiment'>;

/** Id of the choice that creates a project; no project has an empty name. */
const createdId = '';

/** Makes no request by itself. */
const experimentOf = (api: API, { experimentKey }: Experiment) =>
  new APIExperiment({ api, previousExperiment: experimentKey });

/** Renames an experiment. */
export const renameExperiment: Change<'experiment'> = async ({ api, t, dialogs }, [subject]) => {
  const typed = await dialogs.line({
    title: t('Rename %1', subject!.name),
    label: t('Name of the experiment'),
    value: subject!.name,
    okLabel: t('Rename'),
    problem: nameProblem(t),
  });
  return typed === null ? null : await setExperimentName(api, t, subject!, typed);
};

/** Gives an experiment a name; null when it already has it. */
export async function setExperimentName(api: API, t: Translate, subject: Experiment, typed: string) {
  const experiment = experimentOf(api, subject);
  // Without a name of its own, an experiment is shown by its key, which is not to become its name.
  const before = (await experiment.getMetadata()).experimentName ?? '';
  const name = typed.trim();
  if (name === '' || name === before || name === subject.name) return null;
  return await changeEach(t, [subject], {
    change: () => experiment.setName(name),
    message: () => t('Renamed %1 to %2.', subject.name, name),
    ...(before === '' ? {} : { undo: () => experiment.setName(before) }),
  });
}

/** Adds and removes tags. For several experiments, the tags that all of them have can be removed. */
export const changeExperimentTags: Change<'experiment'> = async ({ api, t, dialogs }, subjects) => {
  const before = new Map(
    await mapConcurrent(subjects, async (one) => [one, await experimentOf(api, one).getTags()] as const),
  );
  const lists = [...before.values()];
  const common = lists[0]!.filter((tag) => lists.every((tags) => tags.includes(tag)));
  const what = experimentsText(t, subjects);
  const chosen = await dialogs.tags({
    title: t('Tags of %1', what),
    label:
      subjects.length === 1
        ? t('Tags, one per line or separated by commas')
        : t('Tags that all of them have, one per line or separated by commas'),
    before: common,
    known: [...new Set(lists.flat())].sort(),
    okLabel: t('Change Tags'),
  });
  const change = chosen && tagChange(common, chosen);
  if (!change) return null;
  return await changeEach(t, subjects, {
    change: (one) => writeTags(experimentOf(api, one), change),
    message: (done) => t('Changed the tags of %1.', experimentsText(t, done)),
    undo: (one) => {
      const own = before.get(one)!;
      return writeTags(experimentOf(api, one), {
        added: change.removed,
        removed: change.added.filter((tag) => !own.includes(tag)),
      });
    },
  });
};

async function writeTags(
  experiment: APIExperiment,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Promise<void> {
  if (added.length > 0) await experiment.addTags(added);
  if (removed.length > 0) await experiment.deleteTags(removed);
}

/** Notes of an experiment: its other item `notes`. */
export const experimentNotes: EditedText<'experiment'> = {
  title: ({ name }, t) => t('Notes of %1', name),
  async read(api, subject) {
    const items = await experimentOf(api, subject).getOthersSummary();
    return items.find(isNotes)?.valueCurrent ?? '';
  },
  async write(api, subject, text) {
    const experiment = experimentOf(api, subject);
    const items = await experiment.getOthersSummary();
    await experiment.logOther(items.find(isNotes)?.name ?? 'notes', text);
  },
};

/** Archives experiments; they can be restored. */
export const archiveExperiments: Change<'experiment'> = ({ api, t }, subjects) =>
  changeEach(t, subjects, {
    change: ({ experimentKey }) => api.archiveExperiment(experimentKey),
    message: (done) => t('Archived %1.', experimentsText(t, done)),
    undo: ({ experimentKey }) => api.restoreExperiment(experimentKey),
  });

/** Asks running experiments to stop, after a confirmation. */
export const stopExperiments: Change<'experiment'> = async ({ api, t, dialogs }, subjects) => {
  const confirmed = await dialogs.confirm({
    title: t('Stop %1?', experimentsText(t, subjects)),
    detail: questionDetail(t, subjects, t('The training script is asked to end. This cannot be undone.')),
    okLabel: t('Stop'),
  });
  if (!confirmed) return null;
  return await changeEach(t, subjects, {
    change: ({ experimentKey }) => api.stopExperiment(experimentKey),
    message: (done) => t('Asked %1 to stop.', experimentsText(t, done)),
  });
};

/** Moves experiments to another project of their workspace, or to a new one. */
export const moveExperiments: Change<'experiment'> = async (context, subjects) => {
  const { api, t, dialogs } = context;
  const from = new Map(
    await mapConcurrent(subjects, async (one) => [one, await experimentOf(api, one).getMetadata()] as const),
  );
  const workspaces = [...new Set([...from.values()].map(({ workspaceName }) => workspaceName))];
  const [workspace] = workspaces;
  if (workspace === undefined || workspaces.length > 1) {
    const remedy = t('Select experiments of one workspace.');
    return { message: '', problem: `${t('Experiments cannot be moved between workspaces.')} ${remedy}` };
  }
  const left = new Set([...from.values()].map(({ projectName }) => projectName));
  const projects = (await api.getProjects(workspace)).map(({ projectName }) => projectName);
  const others = projects.filter((name) => left.size > 1 || !left.has(name));
  const chosen = await dialogs.choice({
    title: t('Move %1', experimentsText(t, subjects)),
    label: others.length > 0 ? t('Project of %1', workspace) : t('%1 has no other project.', workspace),
    items: [...others.map((name) => ({ id: name, label: name })), { id: createdId, label: t('New Project…') }],
    okLabel: t('Move'),
  });
  const project = chosen === createdId ? await newProject(context, workspace) : chosen;
  if (project === null) return null;
  const moved = subjects.filter((one) => from.get(one)!.projectName !== project);
  return await changeEach(t, moved, {
    change: ({ experimentKey }) => api.moveExperiments([experimentKey], workspace, project),
    message: (done) => t('Moved %1 to %2.', experimentsText(t, done), project),
    undo: (one) => api.moveExperiments([one.experimentKey], workspace, from.get(one)!.projectName),
  });
};

/** Deletes experiments, after a confirmation that names them. */
export const deleteExperiments: Change<'experiment'> = async ({ api, t, dialogs }, subjects) => {
  const lost =
    subjects.length === 1
      ? t('Its metrics, files and everything else it logged will be deleted. This cannot be undone.')
      : t('Their metrics, files and everything else they logged will be deleted. This cannot be undone.');
  const confirmed = await dialogs.confirm({
    title: t('Delete %1?', experimentsText(t, subjects)),
    detail: questionDetail(t, subjects, lost),
    okLabel: t('Delete'),
  });
  if (!confirmed) return null;
  return await changeEach(t, subjects, {
    change: ({ experimentKey }) => api.deleteExperiment(experimentKey),
    message: (done) => t('Deleted %1.', experimentsText(t, done)),
  });
};
