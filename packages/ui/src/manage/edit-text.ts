import type { API } from '@tracklens/core/browser';
import type { Translate } from '../text/translate.ts';
import type { ChangeResult } from './manage-context.ts';
import type { EditedText } from './manage-definition.ts';
import type { Subject, SubjectKind } from './subject.ts';

/** Edits a text in a dialog, for hosts without editors for documents. `ask` resolves to null when the user cancels. */
export async function editText(
  { api, t }: { readonly api: API; readonly t: Translate },
  text: EditedText<SubjectKind>,
  subject: Subject,
  ask: (question: { readonly title: string; readonly value: string }) => Promise<string | null>,
): Promise<ChangeResult | null> {
  const before = await text.read(api, subject);
  const title = text.title(subject, t);
  const after = await ask({ title, value: before });
  if (after === null || after === before) return null;
  await text.write(api, subject, after);
  return { message: t('Saved: %1.', title), undo: () => text.write(api, subject, before) };
}
