import { APIExperiment } from '@tracklens/core/browser';
import { experimentLabel } from '../records/experiment-label.ts';
import type { ChangeResult, ManageContext } from './manage-context.ts';
import type { Change } from './manage-definition.ts';
import { nameProblem } from './new-project.ts';
import type { Subject } from './subject.ts';

/** Registers a model of an experiment, given by its key, as a new version. */
export const createVersion: Change<'model'> = async (context, [subject]) => {
  const { api, t, dialogs } = context;
  const typed = await dialogs.line({
    title: t('New version of %1', subject!.modelName),
    label: t('Key of the experiment that logged the model'),
    value: '',
    okLabel: t('Next'),
    problem: (text) => (/^\s*[A-Za-z0-9]{1,64}\s*$/.test(text) ? null : t('A key has letters and digits only.')),
  });
  if (typed === null) return null;
  const experimentKey = typed.trim();
  const metadata = await new APIExperiment({ api, previousExperiment: experimentKey }).getMetadata();
  const { workspaceName } = metadata;
  const { workspace } = subject!;
  // The service registers a model in the workspace of its experiment.
  if (workspaceName !== workspace) {
    const problem = t('The experiment is in %1; its models cannot be registered in %2.', workspaceName, workspace);
    return { message: '', problem };
  }
  const experiment = { kind: 'experiment', experimentKey, name: experimentLabel(metadata) } as const;
  return await registerFrom(context, experiment, subject!.modelName);
};

/** Registers a model that an experiment logged as a version of a registered model. */
export const registerModel: Change<'experiment'> = (context, [subject]) => registerFrom(context, subject!);

/** Registers a model of an experiment; asks for the name in the registry unless it is given. */
export async function registerFrom(
  context: ManageContext,
  subject: Subject<'experiment'>,
  givenName?: string,
): Promise<ChangeResult | null> {
  const { api, t, dialogs } = context;
  const experiment = new APIExperiment({ api, previousExperiment: subject.experimentKey });
  const [names, { workspaceName }] = await Promise.all([experiment.getModelNames(), experiment.getMetadata()]);
  if (names.length === 0) {
    const remedy = t('Log one with experiment.log_model(…).');
    return { message: '', problem: `${t('%1 has logged no model.', subject.name)} ${remedy}` };
  }
  const title = t('Register a model of %1', subject.name);
  const modelName =
    names.length === 1
      ? names[0]!
      : await dialogs.choice({
          title,
          label: t('Logged model'),
          items: names.map((name) => ({ id: name, label: name })),
          okLabel: t('Next'),
        });
  if (modelName === null) return null;
  const typed =
    givenName ??
    (await dialogs.line({
      title,
      label: t('Name in the registry'),
      value: modelName,
      okLabel: t('Next'),
      problem: nameProblem(t),
    }));
  if (typed === null) return null;
  const registryName = typed.trim();
  const known = await api.getRegistryModelNames(workspaceName);
  const versions = known.includes(registryName) ? await api.getRegistryModelVersions(workspaceName, registryName) : [];
  const version = await versionLine(context, title, versions);
  if (version === null) return null;
  await experiment.registerModel(modelName, { registryName, version: version.trim() });
  return { message: t('Registered %1 as %2 %3.', modelName, registryName, version.trim()) };
}

/** Asks for the number of a new version; suggests the one after the newest. */
function versionLine({ t, dialogs }: ManageContext, title: string, versions: readonly string[]) {
  return dialogs.line({
    title,
    label: t('Version'),
    value: nextVersion(versions),
    okLabel: t('Register'),
    problem(text) {
      if (!/^\d+\.\d+\.\d+$/.test(text.trim())) return t('Write a version such as 1.2.0.');
      return versions.includes(text.trim()) ? t('This version exists already.') : null;
    },
  });
}

/** Returns the version after the newest one: its minor number is increased. */
export function nextVersion(versions: readonly string[]): string {
  const numbers = versions
    .map((version) => /^(\d+)\.(\d+)\.(\d+)/.exec(version))
    .flatMap((found) => (found ? [[Number(found[1]), Number(found[2])] as const] : []))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const newest = numbers.at(-1);
  return newest ? `${newest[0]}.${newest[1] + 1}.0` : '1.0.0';
}
