import type { API } from '@tracklens/core/browser';
import type { ExperimentState } from '../records/experiment-label.ts';
import type { Translate } from '../text/translate.ts';
import type { ChangeResult, ManageContext } from './manage-context.ts';
import type { Subject, SubjectKind } from './subject.ts';

/** Changes subjects after asking what is missing. Resolves to null when the user cancelled or changed nothing. */
export type Change<Kind extends SubjectKind> = (
  context: ManageContext,
  subjects: readonly Subject<Kind>[],
) => Promise<ChangeResult | null>;

/** Text of a subject that is edited as a document or in a large field. */
export interface EditedText<Kind extends SubjectKind> {
  title(subject: Subject<Kind>, t: Translate): string;
  read(api: API, subject: Subject<Kind>): Promise<string>;
  write(api: API, subject: Subject<Kind>, text: string): Promise<void>;
}

/** Group of a command in menus, in this order. */
export type ManageGroup = 'create' | 'change' | 'remove';

/** Properties of every command that changes something on the service. */
interface Command<Kind extends SubjectKind> {
  /** Name in identifiers: `tracklens:<id>` in JupyterLab; in camel case in VS Code. */
  readonly id: string;
  readonly kind: Kind;
  /** English title in menus; ends with an ellipsis when the command asks for something first. */
  readonly title: string;
  /** English description. */
  readonly caption: string;
  readonly group: ManageGroup;
  /** Whether it asks for a name that a tree can edit in its row. Default: no. */
  readonly inPlace?: boolean;
  /** State in which an experiment has to be. Default: any. */
  readonly state?: ExperimentState;
}

/** Command that changes one or several subjects. */
interface ChangeCommand<Kind extends SubjectKind> extends Command<Kind> {
  /** Whether it changes several subjects at once; otherwise it is offered for one only. */
  readonly many: boolean;
  /** Loads the change, which no host needs at start. */
  load(): Promise<Change<Kind>>;
}

/** Command that edits a text of one subject. */
interface TextCommand<Kind extends SubjectKind> extends Command<Kind> {
  readonly many: false;
  /** Loads the text, which no host needs at start. */
  loadText(): Promise<EditedText<Kind>>;
}

/** Command that changes something on the service. Every host offers each definition for subjects of its kind. */
export type ManageDefinition = {
  [Kind in SubjectKind]: ChangeCommand<Kind> | TextCommand<Kind>;
}[SubjectKind];
