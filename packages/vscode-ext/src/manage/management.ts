import {
  type ChangeResult,
  definitionOf,
  editText,
  experimentSubjects,
  isOffered,
  type ManageDefinition,
  manageDefinitions,
  runCommand,
  type Subject,
} from '@tracklens/ui/manage';
import { nodeSubjects, type TreeNode } from '@tracklens/ui/trees';
import * as vscode from 'vscode';
import { connectionOfRows } from '../command-services.ts';
import { showError, showInformation } from '../messages.ts';
import { reported } from '../reported.ts';
import type { Services } from '../services.ts';
import { requireRow } from '../target-commands.ts';
import { translate } from '../translate.ts';
import { UnmetCondition } from '../unmet-condition.ts';
import { withoutIcons } from '../without-icons.ts';
import { editorDialogs } from './dialogs.ts';
import { openText } from './edited-texts.ts';

/** Runs a command on rows of a tree. */
export async function changeRows(services: Services, id: string, nodes: readonly TreeNode[]): Promise<void> {
  const definition = definitionOf(id);
  requireRow(nodes[0]);
  const subjects = nodeSubjects(nodes);
  if (definition === null || subjects === null) throw new UnmetCondition(needsSelection());
  if (!isOffered(definition, nodes)) {
    throw new UnmetCondition(vscode.l10n.t('“{0}” does not apply to all selected rows.', translate(definition.title)));
  }
  await change(services, definition, subjects);
}

/**
 * Runs a command on experiments that the page of a panel names. With `text`, a command that edits a text saves this
 * one. Resolves to whether it changed something.
 */
export async function changeExperiments(
  services: Services,
  id: string,
  keys: readonly string[],
  text?: string,
): Promise<boolean> {
  const definition = definitionOf(id);
  if (definition?.kind !== 'experiment') return false;
  const { api } = await services.connection.client();
  const subjects = await experimentSubjects(api, keys);
  return isOffered(definition, subjects) && (await change(services, definition, subjects, text));
}

type ChangeItem = vscode.QuickPickItem & { readonly run?: () => Promise<boolean> };

/** Offers the commands for the selected rows of each view or, without any, for the experiment of the active panel. */
export async function changeSelected(given: Services): Promise<void> {
  const ofRows = Object.values(given.trees).flatMap(({ selection }) => selectionOf(given, selection) ?? []);
  const selections = ofRows.length > 0 ? ofRows : await selectionOfPanel(given);
  const items = selections.flatMap(({ rows, subjects, services }): ChangeItem[] => {
    const commands = offeredFor(rows).map((definition) => ({
      label: translate(definition.title),
      description: translate(definition.caption),
      run: () => change(services, definition, subjects),
    }));
    if (selections.length === 1) return commands;
    return [{ label: withoutIcons(nameOf(subjects)), kind: vscode.QuickPickItemKind.Separator }, ...commands];
  });
  if (!items.some(({ run }) => run)) throw new UnmetCondition(needsSelection());
  const title = nameOf(selections.flatMap(({ subjects }) => subjects));
  const picked = await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true });
  await picked?.run?.();
}

const nameOf = (subjects: readonly Subject[]) =>
  subjects.length === 1 ? subjects[0]!.name : vscode.l10n.t('{0} selected', subjects.length);

/** Renames the selected experiment or project. */
export async function renameSelected(given: Services): Promise<void> {
  const selected = selectionOf(given, given.trees.experiments.selection);
  const definition = selected && offeredFor(selected.rows).find(({ inPlace }) => inPlace);
  if (!definition) throw new UnmetCondition(vscode.l10n.t('Select one experiment or one project to rename it.'));
  await change(selected.services, definition, selected.subjects);
}

/** What is selected in a view and can be changed, with the services of its connection. */
interface Selection {
  readonly rows: Parameters<typeof isOffered>[1];
  readonly subjects: readonly Subject[];
  readonly services: Services;
}

/** Returns the selection of some rows; null if they cannot be changed. */
function selectionOf(given: Services, rows: readonly TreeNode[]): Selection | null {
  const subjects = nodeSubjects(rows);
  return subjects && { rows, subjects, services: given.of(connectionOfRows(rows) ?? given.connections.currentId) };
}

async function selectionOfPanel(services: Services): Promise<Selection[]> {
  const target = (await services.panels()).activeTarget;
  if (target?.kind !== 'experiment') return [];
  const subjects = await experimentSubjects((await services.connection.client()).api, [target.experimentKey]);
  return [{ rows: subjects, subjects, services }];
}

const offeredFor = (rows: Parameters<typeof isOffered>[1]) =>
  manageDefinitions.filter((definition) => isOffered(definition, rows));

const needsSelection = () =>
  vscode.l10n.t('Select what to change in a Tracklens view, or open the panel of an experiment.');

/** Runs a command and shows its result. Resolves to whether it changed something. */
async function change(
  services: Services,
  definition: ManageDefinition,
  subjects: readonly Subject[],
  given?: string,
): Promise<boolean> {
  const { api } = await services.connection.client();
  const result = await runCommand(definition, subjects, {
    api,
    t: translate,
    dialogs: editorDialogs,
    async edit(text, subject) {
      if (given !== undefined) return await editText({ api, t: translate }, text, subject, async () => given);
      await openText(services, definition.id, subject);
      return null;
    },
  });
  if (result === null) return false;
  const keys = subjects.flatMap((one) => (one.kind === 'experiment' ? [one.experimentKey] : []));
  if (result.message !== '') services.changes.fire(keys);
  void show(services, result, keys);
  return result.message !== '';
}

/** Shows what was changed, with a button that reverts it, and what was not. */
async function show(
  services: Pick<Services, 'changes' | 'log'>,
  { message, problem, undo }: ChangeResult,
  keys: readonly string[],
): Promise<void> {
  const revert = vscode.l10n.t('Undo');
  const buttons = undo ? [revert] : [];
  const text = [message, problem].filter(Boolean).join(' ');
  const shown = problem === undefined ? showInformation(text, ...buttons) : showError(text, ...buttons);
  if ((await shown) !== revert || !undo) return;
  await reported(services.log, undo);
  services.changes.fire(keys);
}
