import { type ReactElement, useMemo } from 'react';
import { DataTable, type TableColumn } from '../../components/DataTable.tsx';
import { useTranslate } from '../../components/translate-context.ts';
import { numberText, percentText } from '../../text/number-text.ts';
import { counted, type Translate } from '../../text/translate.ts';
import { useView } from '../../view/view-context.ts';
import { useChoice } from '../use-choice.ts';
import { CellSamples } from './CellSamples.tsx';
import {
  accuracyOf,
  type ClassScore,
  type Confusion,
  type ConfusionMatrix,
  classScores,
  type Normalization,
  normalized,
  topConfusions,
  totalsOf,
} from './confusion-matrix.ts';
import { MatrixCanvas } from './MatrixCanvas.tsx';
import { MatrixGrid, type MatrixProps } from './MatrixGrid.tsx';

/** Maximum number of classes in the view with numbers. More would not be readable. */
const maxReadable = 48;

/**
 * Confusion matrix with its accuracy, the samples of the chosen cell, the scores of the classes and the most frequent
 * mistakes.
 */
export function MatrixView({
  experimentKey,
  matrix,
  by,
  step,
}: {
  readonly experimentKey: string;
  readonly matrix: ConfusionMatrix;
  readonly by: Normalization;
  readonly step: number | null;
}): ReactElement {
  const t = useTranslate();
  const { layout } = useView();
  const [cell, setCell] = useChoice('confusion-matrices', 'cell', null);
  const values = useMemo(() => normalized(matrix, by), [matrix, by]);
  const totals = useMemo(() => totalsOf(matrix), [matrix]);
  const accuracy = useMemo(() => accuracyOf(matrix), [matrix]);
  const confusions = useMemo(() => topConfusions(matrix, 200), [matrix]);
  const scores = useMemo(() => classScores(matrix), [matrix]);
  const maxHeight = layout === 'cell' ? 260 : 340;
  const scoreColumns = useMemo(() => columnsOfScores(t), [t]);
  const confusionColumns = useMemo(() => columnsOfConfusions(matrix, t), [matrix, t]);
  const chosen = cell && cell.row < matrix.labels.length && cell.column < matrix.labels.length ? cell : null;
  const matrixProps = { matrix, values, by, totals, chosen, onChoose: setCell } satisfies MatrixProps;
  return (
    <section className="tl-matrix-view" aria-label={matrix.title}>
      <h3 className="tl-section-title">
        <span className="tl-long-name" title={matrix.title}>
          {matrix.title}
        </span>
        <span className="tl-count">
          {step !== null && `${t('step %1', step)} · `}
          {counted(t, matrix.labels.length, '%1 class', '%1 classes')} ·{' '}
          {counted(t, totals.all, '%1 sample', '%1 samples')}
          {accuracy !== null && ` · ${t('accuracy %1', percentText(accuracy))}`}
        </span>
      </h3>
      <div className="tl-matrix-parts">
        {matrix.labels.length <= maxReadable ? <MatrixGrid {...matrixProps} /> : <MatrixCanvas {...matrixProps} />}
        <div className="tl-matrix-side">
          <CellSamples experimentKey={experimentKey} matrix={matrix} cell={chosen} />
          {confusions.length > 0 && (
            <DataTable
              label={t('Most frequent confusions')}
              columns={confusionColumns}
              rows={confusions}
              rowId={({ row, column }) => `${row}-${column}`}
              onActivate={(row) => setCell(row)}
              maxHeight={maxHeight}
            />
          )}
          <DataTable
            label={t('Scores of the classes')}
            columns={scoreColumns}
            rows={scores}
            rowId={(row) => `${scores.indexOf(row)}`}
            maxHeight={maxHeight}
          />
        </div>
      </div>
    </section>
  );
}

function columnsOfScores(t: Translate): TableColumn<ClassScore>[] {
  return [
    { id: 'class', title: t('Class'), width: 64, cell: (row) => row.label, tooltip: (row) => row.label },
    { id: 'support', title: t('Samples'), width: 74, numeric: true, cell: (row) => numberText(row.support) },
    { id: 'precision', title: t('Precision'), width: 80, numeric: true, cell: (row) => percentText(row.precision) },
    { id: 'recall', title: t('Recall'), width: 66, numeric: true, cell: (row) => percentText(row.recall) },
    { id: 'f1', title: 'F1', width: 62, numeric: true, cell: (row) => percentText(row.f1) },
  ];
}

function columnsOfConfusions(matrix: ConfusionMatrix, t: Translate): TableColumn<Confusion>[] {
  return [
    {
      id: 'confusion',
      title: t('Predicted as another class'),
      width: 150,
      cell: ({ row, column }) => `${matrix.labels[row]} → ${matrix.labels[column]}`,
      tooltip: ({ row, column }) => `${matrix.labels[row]} → ${matrix.labels[column]}`,
    },
    { id: 'count', title: t('Count'), width: 70, numeric: true, cell: ({ count }) => numberText(count) },
    { id: 'share', title: t('Share of class'), width: 124, numeric: true, cell: ({ share }) => percentText(share) },
  ];
}
