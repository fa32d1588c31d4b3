import { Dialog, Notification, showDialog } from '@jupyterlab/apputils';
import type { VersionName } from '@tracklens/ui';
import type { Selection } from '../sidebar/selection.ts';
import type { Tracklens } from '../tokens.ts';

/** What the commands on registered models and artifacts work with. */
export interface RegistryContext {
  readonly tracklens: Tracklens;
  readonly selection: Selection;
}

/** The chosen version of a registered model; null where something else is chosen. */
export function chosenVersion({ selection }: RegistryContext): VersionName | null {
  const target = selection.current()?.target;
  if (target?.kind !== 'model' || target.version === undefined) return null;
  const { workspace, modelName, version } = target;
  return { workspace, modelName, version };
}

/** A version as a person calls it. */
export function titleOf({ modelName, version }: VersionName): string {
  return `${modelName} ${version}`;
}

/** Asks a second time before something at the service changes. */
export async function confirmed(
  { tracklens: { translate } }: RegistryContext,
  question: { readonly title: string; readonly label: string; readonly body?: string },
): Promise<boolean> {
  const { title, label, body = '' } = question;
  const buttons = [Dialog.cancelButton({ label: translate('Cancel') }), Dialog.okButton({ label })];
  return (await showDialog({ title, body, buttons })).button.accept;
}

/** Says what has changed at the service, and shows it. */
export function changed({ selection }: RegistryContext, sentence: string): void {
  selection.refresh();
  Notification.success(sentence, { autoClose: 5000 });
}
