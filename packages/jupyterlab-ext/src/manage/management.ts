import { Notification } from '@jupyterlab/apputils';
import { Signal } from '@lumino/signaling';
import type { HostManagement } from '@tracklens/core/display';
import type { ChangeResult, ManageDefinition, Subject } from '@tracklens/ui/manage';
import { reporting } from '../commands/command-context.ts';
import { loadViews } from '../load-views.ts';
import { noticeActions } from '../notice-actions.ts';
import type { CommandRun, Management, Tracklens } from '../tokens.ts';

/** Runs commands in JupyterLab: with its dialogs, and notifications that revert a change. */
export class LabManagement implements Management {
  readonly #tracklens: () => Tracklens;
  readonly #changed = new Signal<this, readonly string[]>(this);

  constructor(tracklens: () => Tracklens) {
    this.#tracklens = tracklens;
  }

  at(connection: string | undefined): HostManagement {
    return {
      run: (commandId, experimentKeys, text) => this.run(commandId, experimentKeys, text, connection),
      subscribe: (listener) => this.subscribe(listener),
    };
  }

  async run(
    commandId: string,
    experimentKeys: readonly string[],
    text?: string,
    connection?: string,
  ): Promise<boolean> {
    const tracklens = this.#tracklens();
    let changed = false;
    await reporting(tracklens, async () => {
      const [{ definitionOf, experimentSubjects }, api] = await Promise.all([
        loadViews(),
        tracklens.clients.api(connection),
      ]);
      const definition = definitionOf(commandId);
      if (definition === null) return;
      const subjects = await experimentSubjects(api, experimentKeys);
      changed = await this.runFor(definition, subjects, { connection, text });
    });
    return changed;
  }

  /**
   * Runs a command on subjects and shows the result, with a button that reverts it. Resolves to whether it changed
   * something.
   */
  async runFor(
    definition: ManageDefinition,
    subjects: readonly Subject[],
    { inPlace = null, connection, text: given }: CommandRun = {},
  ): Promise<boolean> {
    const tracklens = this.#tracklens();
    const { translate } = tracklens;
    const [{ runCommand, editText }, { askText, labDialogs }, api] = await Promise.all([
      loadViews(),
      import('./dialogs.ts'),
      tracklens.clients.api(connection),
    ]);
    const context = { api, t: translate, dialogs: labDialogs(tracklens, inPlace) };
    const result = await runCommand(definition, subjects, {
      ...context,
      edit: (text, subject) =>
        editText(
          context,
          text,
          subject,
          async ({ title, value }) =>
            given ??
            askText({ title, label: title, value, okLabel: translate('Save'), cancelLabel: translate('Cancel') }),
        ),
    });
    if (result === null) return false;
    const keys = subjects.flatMap((one) => (one.kind === 'experiment' ? [one.experimentKey] : []));
    const notify = () => this.#changed.emit(keys);
    if (result.message !== '') notify();
    this.#show(result, notify);
    return result.message !== '';
  }

  subscribe(listener: (experimentKeys: readonly string[]) => void): () => void {
    const slot = (_: this, keys: readonly string[]) => listener(keys);
    this.#changed.connect(slot);
    return () => this.#changed.disconnect(slot);
  }

  #show({ message, problem, undo }: ChangeResult, notify: () => void): void {
    const tracklens = this.#tracklens();
    const { translate } = tracklens;
    const revert = (run: () => Promise<void>) =>
      reporting(tracklens, () => run().finally(notify)).then(() => undefined);
    const undoing = undo ? [{ label: translate('Undo'), callback: () => void revert(undo) }] : [];
    const shown = [message, problem].filter(Boolean).join(' ');
    const actions = noticeActions(shown, translate, undoing);
    if (problem === undefined) Notification.success(shown, { autoClose: undo ? 15_000 : 5000, actions });
    else Notification.error(shown, { autoClose: false, actions });
  }
}
