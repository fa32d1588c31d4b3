import type { Translate } from '../text/translate.ts';
import type { ManageContext } from './manage-context.ts';

/** Returns the reason why a text cannot be a name. */
export const nameProblem = (t: Translate) => (text: string) => (text.trim() === '' ? t('Type a name.') : null);

/** Asks for a name and creates a project in a workspace; resolves to the name, or to null when the user cancelled. */
export async function newProject({ api, t, dialogs }: ManageContext, workspace: string): Promise<string | null> {
  const typed = await dialogs.line({
    title: t('New project in %1', workspace),
    label: t('Name of the project'),
    value: '',
    okLabel: t('Create'),
    problem: nameProblem(t),
  });
  if (typed === null) return null;
  const projectName = typed.trim();
  await api.createProject(workspace, projectName);
  return projectName;
}
