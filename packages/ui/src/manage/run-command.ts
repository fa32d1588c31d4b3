import { counted } from '../text/translate.ts';
import type { ChangeResult, ManageContext } from './manage-context.ts';
import type { Change, EditedText, ManageDefinition } from './manage-definition.ts';
import { manageDefinitions } from './manage-definitions.ts';
import type { Subject, SubjectKind } from './subject.ts';

/** Subject with the state of an experiment, which decides about some commands. */
export interface OfferedSubject {
  readonly kind: string;
  readonly state?: string | undefined;
}

/** Returns the definition of a command; null for an unknown id. */
export function definitionOf(id: string): ManageDefinition | null {
  return manageDefinitions.find((definition) => definition.id === id) ?? null;
}

/** Returns whether a command can run for all of the subjects. */
export function isOffered(definition: ManageDefinition, subjects: readonly OfferedSubject[]): boolean {
  const { kind, many, state } = definition;
  if (subjects.length === 0 || (subjects.length > 1 && !many)) return false;
  return subjects.every((one) => one.kind === kind && (state === undefined || one.state === state));
}

/** Host of a command: its dialogs, and an editor for long texts. */
export interface CommandHost extends ManageContext {
  /** Lets the user edit a text. Resolves to the result once it is saved, or to null if the host reports it itself. */
  edit(text: EditedText<SubjectKind>, subject: Subject): Promise<ChangeResult | null>;
}

/**
 * Runs a command for subjects of its kind, after asking what it needs.
 * @returns what was changed, or null when the user cancelled
 */
export async function runCommand(
  definition: ManageDefinition,
  subjects: readonly Subject[],
  host: CommandHost,
): Promise<ChangeResult | null> {
  const { t } = host;
  if (subjects.length === 0 || subjects.some(({ kind }) => kind !== definition.kind)) {
    return { message: '', problem: t('This command does not apply to what is selected.') };
  }
  if (subjects.length > 1 && !definition.many) {
    const count = counted(t, subjects.length, '%1 is selected', '%1 are selected');
    return { message: '', problem: t('This command changes one at a time; %1.', count) };
  }
  // The kinds were compared above.
  if ('loadText' in definition)
    return await host.edit((await definition.loadText()) as EditedText<SubjectKind>, subjects[0]!);
  return await ((await definition.load()) as Change<SubjectKind>)(host, subjects);
}
