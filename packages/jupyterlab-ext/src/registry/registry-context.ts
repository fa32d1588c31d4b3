import { Dialog, Notification, showDialog } from '@jupyterlab/apputils';
import type { VersionName } from '@tracklens/ui';
import type { Selection } from '../sidebar/selection.ts';
import type { Tracklens } from '../tokens.ts';

/** Dependencies of the commands on registered models and artifacts. */
export interface RegistryContext {
  readonly tracklens: Tracklens;
  readonly selection: Selection;
}

/** Returns the selected version of a registered model; null when something else is selected. */
export function chosenVersion({ selection }: RegistryContext): VersionName | null {
  const target = selection.current()?.target;
  if (target?.kind !== 'model' || target.version === undefined) return null;
  const { workspace, modelName, version } = target;
  return { workspace, modelName, version };
}

/** Returns the display title of a version. */
export function titleOf({ modelName, version }: VersionName): string {
  return `${modelName} ${version}`;
}

/** Asks for confirmation before a change on the service. */
export async function confirmed(
  { tracklens: { translate } }: RegistryContext,
  question: { readonly title: string; readonly label: string; readonly body?: string },
): Promise<boolean> {
  const { title, label, body = '' } = question;
  const buttons = [Dialog.cancelButton({ label: translate('Cancel') }), Dialog.okButton({ label })];
  return (await showDialog({ title, body, buttons })).button.accept;
}

/** Refreshes the trees and shows a success notification after a change on the service. */
export function changed({ selection }: RegistryContext, sentence: string): void {
  selection.refresh();
  Notification.success(sentence, { autoClose: 5000 });
}
