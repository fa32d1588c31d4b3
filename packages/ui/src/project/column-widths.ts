import { widthOfTags } from '../components/tags-fitting-width.ts';
import { type ExperimentState, experimentLabel } from '../records/experiment-label.ts';
import type { Metadata } from '../source/view-source.ts';
import type { Translate } from '../text/translate.ts';
import { type ColumnId, columnParts, columnTitle, type ExperimentRow } from './columns.ts';
import { eagerRows } from './use-list-details.ts';

/** Padding of a cell. */
export const cellPadding = 16;

/** Minimum width of a number with its band. */
export const bandWidth = 192;

/** Minimum width of a column, and of one with numbers of six significant digits, such as −0.000123457. */
const minWidth = 90;
const widthOfNumbers = 116;

/** Limit of a width that follows from the heading, and of the tags column. */
const maxTitleWidth = 180;
const maxTagsWidth = 208;

/** Widths of a character and of the icon before a state. */
const letter = 7.5;
const wideLetter = 7.9;
const icon = 20;

/** Factor of a font that is wider than the one for which the widths of tags are estimated. */
const wideFont = 1.15;

const minWidths: Readonly<Record<string, number>> = {
  state: 96,
  started: 150,
  key: 110,
  spark: 116,
  notes: 220,
  metric: widthOfNumbers,
  min: widthOfNumbers,
  max: widthOfNumbers,
  parameter: widthOfNumbers,
};

const states: readonly ExperimentState[] = ['running', 'finished', 'crashed'];

/** Returns the width in pixels of a column whose content has a known size. */
export function widthOfColumn(id: ColumnId, t: Translate): number {
  const { kind } = columnParts(id);
  const least = minWidths[kind] ?? minWidth;
  if (kind === 'state')
    return Math.max(least, cellPadding + icon + letter * Math.max(...states.map((state) => t(state).length)));
  return Math.max(least, Math.min(maxTitleWidth, columnTitle(id, t).length * letter + 28));
}

/** Returns the width of the tags column: that of the widest tags of the newest experiments, within limits. */
export function widthOfTagsColumn(rows: readonly ExperimentRow[]): number {
  const widest = rows
    .slice(0, eagerRows)
    .reduce((width, { details }) => Math.max(width, widthOfTags(details?.tags ?? [])), 0);
  return Math.ceil(Math.max(minWidth, Math.min(maxTagsWidth, cellPadding + widest * wideFont)));
}

/** Share of the names that fit into their column: a few long ones take no space from all other columns. */
const shareOfNames = 0.9;

/** Returns the width of the name column, into which at least nine of ten names fit, within limits. */
export function widthOfNames(experiments: readonly Metadata[]): number {
  const lengths = Uint32Array.from(experiments, (one) => experimentLabel(one).length).sort();
  return widthOfLabel(lengths[Math.ceil(lengths.length * shareOfNames) - 1] ?? 0);
}

/** Returns the width of a name column whose rows are groups, too, which have an arrow before their marks. */
export function widthWithGroups(nameWidth: number, groups: Iterable<{ readonly label: string }>): number {
  const longest = [...groups].reduce((length, { label }) => Math.max(length, label.length), 0);
  return Math.max(nameWidth, widthOfLabel(longest, 64));
}

/** Returns the width of a name column into which the name of the best experiment fits, too, with its mark. */
export function widthWithBest(nameWidth: number, best: Metadata | undefined): number {
  return best ? Math.max(nameWidth, widthOfLabel(experimentLabel(best).length, 66)) : nameWidth;
}

const widthOfLabel = (length: number, marks = 44): number => Math.max(150, Math.min(330, marks + length * wideLetter));
