import { mapConcurrent } from '@tracklens/core/client';
import { agoText, experimentNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { translate } from '../translate.ts';
import { withoutIcons } from '../without-icons.ts';
import type { ClientCall } from './code-calls.ts';
import { commandNode, targetNode } from './command-node.ts';
import type { ExperimentLookup, FoundExperiment } from './experiment-lookup.ts';
import type { ReadCode } from './read-code.ts';
import { newestVersion, registeredModel } from './registered-model.ts';
import { runsOfScript, type Script } from './script-runs.ts';
import { stateIcons } from './state-icons.ts';

/** Code lenses of a document. */
export interface CodeLenses {
  readonly lenses: vscode.CodeLens[];
  /** Whether an experiment that is shown is running, so that its state will change. */
  readonly isRunning: boolean;
}

/**
 * Returns the lenses above the calls that start or open an experiment and that name a model: the last run of the
 * script, the state of the experiment, the newest version of the model.
 */
export async function codeLenses(
  lookup: ExperimentLookup,
  document: vscode.TextDocument,
  { calls }: ReadCode,
  signal: AbortSignal,
): Promise<CodeLenses> {
  const script = scriptOf(document);
  const shown: FoundExperiment[] = [];
  const naming = calls.filter(({ kind }) => kind !== 'read');
  const lenses = await mapConcurrent(naming, async (call) => {
    const range = new vscode.Range(document.positionAt(call.start), document.positionAt(call.end));
    const found = await commandsOf(lookup, script, calls, call, signal);
    shown.push(...found.shown);
    return found.commands.map((command) => new vscode.CodeLens(range, command));
  });
  return { lenses: lenses.flat(), isRunning: shown.some(({ metadata }) => metadata.running) };
}

interface CallCommands {
  readonly commands: readonly vscode.Command[];
  readonly shown: readonly FoundExperiment[];
}

async function commandsOf(
  lookup: ExperimentLookup,
  script: Script | null,
  calls: readonly ClientCall[],
  call: ClientCall,
  signal: AbortSignal,
): Promise<CallCommands> {
  if (call.kind === 'model') return { commands: await modelCommands(lookup, calls, call, signal), shown: [] };
  if (call.kind === 'open') return await openCommands(lookup, script, call, signal);
  const [last, previous] = script ? await runsOfScript(lookup, script, call, signal) : [];
  if (!last) return { commands: [], shown: [] };
  const commands = [openCommand(last, vscode.l10n.t('Last run: {0}', summaryOf(last)))];
  if (previous) commands.push(...compareCommand(vscode.l10n.t('Compare with Previous Run'), last, previous));
  return { commands, shown: [last] };
}

/** Returns the commands of a call that opens an experiment by its key. */
async function openCommands(
  lookup: ExperimentLookup,
  script: Script | null,
  call: ClientCall,
  signal: AbortSignal,
): Promise<CallCommands> {
  const found = await lookup.experiment(call.experimentKey!, signal, 'connected');
  if (!found) return { commands: [], shown: [] };
  const commands = [openCommand(found, summaryOf(found))];
  const { workspaceName: workspace, projectName } = found.metadata;
  const [last] = script ? await runsOfScript(lookup, script, { workspace, projectName }, signal) : [];
  if (last) commands.push(...compareCommand(vscode.l10n.t('Compare with Last Run'), found, last));
  return { commands, shown: [found] };
}

/** Returns the commands of a call that names a registered model. */
async function modelCommands(
  lookup: ExperimentLookup,
  calls: readonly ClientCall[],
  call: ClientCall,
  signal: AbortSignal,
): Promise<vscode.Command[]> {
  const model = await registeredModel(lookup, call, signal);
  const newest = model && newestVersion(model.versions.map(({ version }) => version));
  if (!newest) return [];
  const { workspace, modelName, connection } = model;
  const status = model.versions.find(({ version }) => version === newest)?.status;
  const used = calls.find((other) => other.modelName === modelName && other.version?.value)?.version?.value ?? null;
  const isOlder = used !== null && newestVersion([used, newest]) !== used;
  const version = plain([newest, status].filter(Boolean).join(' · '));
  const title = isOlder
    ? vscode.l10n.t('{0} {1}: newer version {2}', plain(modelName), plain(used), version)
    : vscode.l10n.t('{0}: newest version {1}', plain(modelName), version);
  const node = targetNode({ kind: 'model', workspace, modelName, version: newest }, connection);
  return [{ title: `$(package) ${title}`, command: 'tracklens.openTarget', arguments: [node] }];
}

function openCommand(found: FoundExperiment, title: string): vscode.Command {
  const { state } = experimentNode(null, found.metadata, translate);
  return {
    title: `$(${stateIcons[state]}) ${title}`,
    command: 'tracklens.openTarget',
    arguments: [commandNode(found)],
  };
}

/** Returns the command that compares two experiments, if both are in one project of one service. */
function compareCommand(title: string, ...pair: readonly [FoundExperiment, FoundExperiment]): vscode.Command[] {
  const [a, b] = pair.map(({ service, metadata }) => ({ ...metadata, id: service.profile.id }));
  const isSamePlace = a!.id === b!.id && a!.projectId === b!.projectId;
  if (!isSamePlace || a!.experimentKey === b!.experimentKey) return [];
  const nodes = pair.map(commandNode);
  return [{ title, command: 'tracklens.compareExperiments', arguments: [nodes[0], nodes] }];
}

/** Returns name, state and start of an experiment. */
function summaryOf({ metadata }: FoundExperiment): string {
  const { label, state } = experimentNode(null, metadata, translate);
  const start = metadata.startTimeMillis > 0 ? [agoText(metadata.startTimeMillis, Date.now(), translate)] : [];
  return [plain(label), translate(state), ...start].join(' · ');
}

/** Returns a name for the title of a code lens, shortened. */
function plain(text: string): string {
  return withoutIcons(text.slice(0, 80));
}

/** Returns the file that the client logs as the script; null for a cell, which has none, and for a new file. */
function scriptOf({ uri }: vscode.TextDocument): Script | null {
  if (uri.scheme === 'vscode-notebook-cell' || uri.scheme === 'untitled') return null;
  return { name: uri.path.slice(uri.path.lastIndexOf('/') + 1), path: uri.fsPath };
}
