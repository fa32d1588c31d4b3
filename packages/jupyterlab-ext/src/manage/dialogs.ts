import { Dialog, InputDialog, showDialog } from '@jupyterlab/apputils';
import { Widget } from '@lumino/widgets';
import type { Choice, Dialogs } from '@tracklens/ui/manage';
import { askChoice, askChoices } from '../choice-dialog.ts';
import type { InPlaceEditor, Tracklens } from '../tokens.ts';
import { askText } from './text-dialog.ts';

export { askText };

/** Returns the dialogs of JupyterLab. `inPlace` edits the name in the selected row instead, where that is possible. */
export function labDialogs({ translate }: Tracklens, inPlace: InPlaceEditor | null = null): Dialogs {
  const line: Dialogs['line'] = async ({ title, label, value, okLabel, problem = () => null }) => {
    let [text, shown] = [value, label];
    for (;;) {
      const typed = await InputDialog.getText({ title, label: shown, text, okLabel });
      if (typed.value === null || !typed.button.accept) return null;
      const found = problem(typed.value);
      if (found === null) return typed.value;
      text = typed.value;
      shown = `${label}: ${found}`;
    }
  };
  return {
    async line(question) {
      const edited = inPlace?.(question.value);
      return edited ? await edited : await line(question);
    },
    async tags({ title, label, okLabel, before }) {
      const { tagsOf, tagsText } = await import('@tracklens/ui/manage');
      const rows = Math.min(Math.max(before.length + 2, 4), 12);
      const cancelLabel = translate('Cancel');
      const text = await askText({ title, label, okLabel, cancelLabel, rows, value: tagsText(before) });
      return text === null ? null : tagsOf(text, before);
    },
    async choice({ title, label, items, current, okLabel }) {
      const isCurrent = ({ id }: { readonly id: string }) => id === current;
      return (await askChoice(items.map(labelled), { title, label, okLabel, isCurrent }))?.id ?? null;
    },
    async choices({ title, label, items, okLabel }) {
      return (await askChoices(items.map(labelled), { title, label, okLabel }))?.map(({ id }) => id) ?? null;
    },
    async confirm({ title, detail, okLabel }) {
      const buttons = [Dialog.cancelButton({ label: translate('Cancel') }), Dialog.warnButton({ label: okLabel })];
      const body = new Widget();
      body.addClass('jp-TracklensDetail');
      body.node.textContent = detail;
      return (await showDialog({ title, body, buttons, defaultButton: 0 })).button.accept;
    },
  };
}

const labelled = ({ id, label, description }: Choice) => ({
  id,
  label: description ? `${label} (${description})` : label,
});
