import type { Target } from '@tracklens/core/display';
import * as vscode from 'vscode';
import type { ConnectionProfile } from '../connection/connection-profiles.ts';
import { countedText } from '../translate.ts';
import type { CodeReference } from './code-references.ts';
import { targetNode } from './command-node.ts';
import { experimentHover, projectHover } from './experiment-hover.ts';
import type { ExperimentLookup } from './experiment-lookup.ts';

/** Returns the hover of a reference in code; null for a page of an unknown service. */
export async function hoverText(
  reference: CodeReference,
  lookup: ExperimentLookup,
  profiles: readonly ConnectionProfile[],
  signal: AbortSignal,
): Promise<vscode.MarkdownString | null> {
  if (reference.kind === 'experiment') return await experimentText(reference.experimentKey, lookup, profiles, signal);
  const found = lookup.targetOf(reference.url);
  if (found?.target.kind === 'experiment')
    return await experimentText(found.target.experimentKey, lookup, profiles, signal);
  return found && (await projectText(found.target, found.connection, lookup, signal));
}

async function experimentText(
  experimentKey: string,
  lookup: ExperimentLookup,
  profiles: readonly ConnectionProfile[],
  signal: AbortSignal,
): Promise<vscode.MarkdownString | null> {
  const found = await lookup.experiment(experimentKey, signal);
  if (found === undefined) return null;
  if (found === null) {
    return new vscode.MarkdownString(vscode.l10n.t('No connected service has an experiment with this key.'));
  }
  // The name and the state are useful without the metrics too.
  const summary = await lookup.summary(found, signal).catch(() => null);
  return experimentHover(found, summary, profiles);
}

async function projectText(
  target: Target,
  connection: string,
  lookup: ExperimentLookup,
  signal: AbortSignal,
): Promise<vscode.MarkdownString | null> {
  if (target.kind !== 'project') return null;
  const { workspace, projectName } = target;
  const service = (await lookup.connected()).find(({ profile }) => profile.id === connection);
  const project =
    service &&
    (await lookup.read(service, ['project', workspace, projectName], signal, (signal) =>
      service.api.getProject(workspace, projectName, { signal }),
    ));
  if (!project) return null;
  const count = countedText(project.numberOfExperiments, '{0} experiment', '{0} experiments');
  const node = { ...targetNode(target, connection), label: `${workspace} / ${projectName}` };
  return projectHover(node, [count, project.projectDescription ?? '']);
}
