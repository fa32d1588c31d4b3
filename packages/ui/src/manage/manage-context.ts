import type { API } from '@tracklens/core/browser';
import type { Translate } from '../text/translate.ts';

/** Item that the user can choose. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
}

interface Question {
  readonly title: string;
  /** Accessible name of the field, or the sentence above it. */
  readonly label: string;
  readonly okLabel: string;
}

/** Dialogs of a host. Each resolves to null when the user cancels. */
export interface Dialogs {
  /** Asks for one line of text. `problem` returns the reason why a text is not accepted, or null. */
  line(
    question: Question & { readonly value: string; readonly problem?: (text: string) => string | null },
  ): Promise<string | null>;
  /** Asks for tags, starting from `before`; `known` are suggestions. */
  tags(
    question: Question & { readonly before: readonly string[]; readonly known: readonly string[] },
  ): Promise<readonly string[] | null>;
  /** Asks for one of several items. */
  choice(
    question: Question & { readonly items: readonly Choice[]; readonly current?: string | undefined },
  ): Promise<string | null>;
  /** Asks for any of several items. */
  choices(question: Question & { readonly items: readonly Choice[] }): Promise<readonly string[] | null>;
  /** Asks before a change that cannot be undone; `detail` has one line for each thing that will go. */
  confirm(question: { readonly title: string; readonly detail: string; readonly okLabel: string }): Promise<boolean>;
}

/** Context of a change: the connection, the translation and the dialogs of the host. */
export interface ManageContext {
  readonly api: API;
  readonly t: Translate;
  readonly dialogs: Dialogs;
}

/** Outcome of a change, which the host shows. */
export interface ChangeResult {
  /** Description of the change, as a full sentence; empty when nothing was changed. */
  readonly message: string;
  /** Description of what was not changed and why, in full sentences. */
  readonly problem?: string | undefined;
  /** Reverts the change. Absent if the service cannot. */
  readonly undo?: (() => Promise<void>) | undefined;
}
