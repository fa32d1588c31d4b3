import { mapConcurrent } from '@tracklens/core/client';
import { experimentLabel } from '../records/experiment-label.ts';
import { counted } from '../text/translate.ts';
import { changeEach, experimentsText, questionDetail } from './change-each.ts';
import type { Change, EditedText } from './manage-definition.ts';
import { nameProblem, newProject } from './new-project.ts';

/** Creates a project in a workspace. */
export const createProject: Change<'workspace'> = async (context, [subject]) => {
  const { workspace } = subject!;
  const projectName = await newProject(context, workspace);
  return projectName === null ? null : { message: context.t('Created %1.', `${workspace}/${projectName}`) };
};

/** Renames a project. */
export const renameProject: Change<'project'> = async ({ api, t, dialogs }, [subject]) => {
  const { workspace, projectName } = subject!;
  const typed = await dialogs.line({
    title: t('Rename %1', projectName),
    label: t('Name of the project'),
    value: projectName,
    okLabel: t('Rename'),
    problem: nameProblem(t),
  });
  const newProjectName = typed?.trim() ?? projectName;
  if (newProjectName === projectName) return null;
  await api.updateProject(workspace, projectName, { newProjectName });
  return {
    message: t('Renamed %1 to %2.', projectName, newProjectName),
    undo: async () => void (await api.updateProject(workspace, newProjectName, { newProjectName: projectName })),
  };
};

/** Changes the description of a project. */
export const describeProject: Change<'project'> = async ({ api, t, dialogs }, [subject]) => {
  const { workspace, projectName } = subject!;
  const before = (await api.getProject(workspace, projectName))?.projectDescription ?? '';
  const description = await dialogs.line({
    title: t('Description of %1', projectName),
    label: t('Description'),
    value: before,
    okLabel: t('Save'),
  });
  if (description === null || description === before) return null;
  await api.updateProject(workspace, projectName, { description });
  return {
    message: t('Changed the description of %1.', projectName),
    undo: async () => void (await api.updateProject(workspace, projectName, { description: before })),
  };
};

/** Notes of a project. */
export const projectNotes: EditedText<'project'> = {
  title: ({ projectName }, t) => t('Notes of %1', projectName),
  read: (api, { workspace, projectName }) => api.getProjectNotes(workspace, projectName),
  write: async (api, { workspace, projectName }, text) =>
    void (await api.setProjectNotes(workspace, projectName, text)),
};

/** Restores some of the archived experiments of a project. */
export const restoreExperiments: Change<'project'> = async ({ api, t, dialogs }, [subject]) => {
  const { workspace, projectName } = subject!;
  const archived = await api.getArchivedExperiments(workspace, { projectName });
  if (archived.length === 0) return { message: t('%1 has no archived experiment.', projectName) };
  const experiments = await mapConcurrent(archived, async (one) => {
    const metadata = await one.metadata();
    return { experimentKey: metadata.experimentKey, name: experimentLabel(metadata) };
  });
  const chosen = await dialogs.choices({
    title: t('Restore experiments of %1', projectName),
    label: t('Archived experiments'),
    items: experiments.map(({ experimentKey, name }) => ({
      id: experimentKey,
      label: name,
      description: experimentKey.slice(0, 9),
    })),
    okLabel: t('Restore'),
  });
  if (chosen === null || chosen.length === 0) return null;
  const restored = experiments.filter(({ experimentKey }) => chosen.includes(experimentKey));
  return await changeEach(t, restored, {
    change: ({ experimentKey }) => api.restoreExperiment(experimentKey),
    message: (done) => t('Restored %1.', experimentsText(t, done)),
    undo: ({ experimentKey }) => api.archiveExperiment(experimentKey),
  });
};

/** Deletes projects with their experiments, after a confirmation that names them. */
export const deleteProjects: Change<'project'> = async ({ api, t, dialogs }, subjects) => {
  const counts = await mapConcurrent(subjects, async ({ workspace, projectName }) => {
    const [shown, archived] = await Promise.all([
      api.getExperiments(workspace, { projectName }),
      api.getArchivedExperiments(workspace, { projectName }),
    ]);
    return shown.length + archived.length;
  });
  const count = counts.reduce((sum, one) => sum + one, 0);
  const [only] = subjects;
  const what = subjects.length === 1 ? only!.name : counted(t, subjects.length, '%1 project', '%1 projects');
  const lost = counted(
    t,
    count,
    '%1 experiment will be deleted with everything it logged. This cannot be undone.',
    '%1 experiments, archived ones included, will be deleted with everything they logged. This cannot be undone.',
  );
  const confirmed = await dialogs.confirm({
    title: t('Delete %1?', what),
    detail: questionDetail(t, subjects, lost),
    okLabel: t('Delete'),
  });
  if (!confirmed) return null;
  return await changeEach(t, subjects, {
    change: ({ workspace, projectName }) => api.deleteProject({ workspace, projectName, deleteExperiments: true }),
    message: (done) =>
      t('Deleted %1.', done.length === 1 ? done[0]!.name : counted(t, done.length, '%1 project', '%1 projects')),
  });
};
