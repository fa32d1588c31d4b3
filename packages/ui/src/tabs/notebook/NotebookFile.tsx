import { type ReactElement, useMemo } from 'react';
import { CheckField } from '../../components/CheckField.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { counted } from '../../text/translate.ts';
import { readableText } from '../assets/preview-kind.ts';
import { CodeText } from '../code/CodeText.tsx';
import { useChoice } from '../use-choice.ts';
import { NotebookCells } from './NotebookCells.tsx';
import { notebookOf } from './notebook.ts';

/** Maximum number of characters of a notebook whose cells are shown. */
const longest = 20_000_000;

/** Notebook as its cells with their outputs, or as its source. A file that is no notebook is shown as text. */
export function NotebookFile({ text, fileName }: { readonly text: string; readonly fileName: string }): ReactElement {
  const t = useTranslate();
  const [isSource, setSource] = useChoice('code', 'notebookSource', false);
  const notebook = useMemo(() => (text.length > longest ? null : notebookOf(text)), [text]);
  return (
    <>
      {notebook && (
        <div className="tl-toolbar">
          <CheckField label={t('Source')} checked={isSource} onChange={setSource} />
          <span className="tl-count">{counted(t, notebook.cells.length, '%1 cell', '%1 cells')}</span>
        </div>
      )}
      {notebook && !isSource ? (
        <NotebookCells notebook={notebook} label={fileName} />
      ) : (
        <CodeText text={readableText(text, 'notebook.json')} fileName="notebook.json" label={fileName} />
      )}
    </>
  );
}
