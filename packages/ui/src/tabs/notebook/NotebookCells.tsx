import { type ReactElement, useMemo, useState } from 'react';
import { FixedList } from '../../components/FixedList.tsx';
import { MoreButton } from '../../components/MoreButton.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { counted } from '../../text/translate.ts';
import { ImageOfBytes } from '../assets/AssetImage.tsx';
import { CodeText } from '../code/CodeText.tsx';
import { Markdown } from '../notes/Markdown.tsx';
import { type CellOutput, imageBytes, type Notebook, type NotebookCell } from './notebook.ts';

/** Number of cells per page, and maximum number of outputs of a cell. */
const pageSize = 100;
const maxOutputs = 50;

/** Maximum time for the Markdown of a cell. A page of hostile cells would take as many times as long. */
const markdownMillis = 30;

/** List of the cells of a notebook. */
export function NotebookCells({
  notebook: { cells, extension },
  label,
}: {
  readonly notebook: Notebook;
  readonly label: string;
}): ReactElement {
  const [shown, setShown] = useState(pageSize);
  return (
    <>
      <ol className="tl-notebook" aria-label={label}>
        <FixedList items={cells.slice(0, shown)}>
          {(cell, index) => <Cell cell={cell} number={index + 1} extension={extension} />}
        </FixedList>
      </ol>
      <MoreButton total={cells.length} shown={shown} pageSize={pageSize} row=".tl-cell" onShow={setShown} />
    </>
  );
}

function Cell({
  cell: { kind, source, executionCount, outputs },
  number,
  extension,
}: {
  readonly cell: NotebookCell;
  /** Position of the cell, from 1. */
  readonly number: number;
  readonly extension: string;
}): ReactElement {
  const t = useTranslate();
  const more = outputs.length - maxOutputs;
  return (
    <li className="tl-cell" data-kind={kind}>
      <span className="tl-cell-count">{kind === 'code' && `[${executionCount ?? ' '}]`}</span>
      <div className="tl-cell-content">
        {kind === 'markdown' ? (
          <Markdown text={source} maxMillis={markdownMillis} />
        ) : (
          <CodeText
            text={source}
            fileName={kind === 'code' ? `cell${extension}` : 'cell.txt'}
            label={t('Source of cell %1', number)}
          />
        )}
        <FixedList items={outputs.slice(0, maxOutputs)}>
          {(output) => <Output output={output} number={number} />}
        </FixedList>
        {more > 0 && <p className="tl-quiet">{counted(t, more, '%1 more output', '%1 more outputs')}</p>}
      </div>
    </li>
  );
}

function Output({ output, number }: { readonly output: CellOutput; readonly number: number }): ReactElement {
  const t = useTranslate();
  switch (output.kind) {
    case 'image':
      return <OutputImage base64={output.base64} alt={t('Image in the output of cell %1', number)} />;
    case 'other':
      return <p className="tl-quiet">{t('Outputs of the type %1 are not shown.', output.types)}</p>;
    default:
      return (
        <ScrollRegion
          className={`tl-cell-output ${output.kind === 'error' ? 'tl-cell-error' : ''}`}
          aria-label={output.kind === 'error' ? t('Errors of cell %1', number) : t('Output of cell %1', number)}
        >
          {output.text}
        </ScrollRegion>
      );
  }
}

function OutputImage({ base64, alt }: { readonly base64: string; readonly alt: string }): ReactElement {
  const t = useTranslate();
  const bytes = useMemo(() => imageBytes(base64), [base64]);
  if (bytes === null) return <p className="tl-quiet">{t('The image is broken.')}</p>;
  return (
    <span className="tl-cell-image">
      <ImageOfBytes bytes={bytes} alt={alt} />
    </span>
  );
}
