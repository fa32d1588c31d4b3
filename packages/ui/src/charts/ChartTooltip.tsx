import type { ChartModel } from '@tracklens/core/charts';
import { type ReactElement, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { useCopied } from '../components/use-copied.ts';
import { countText, hoverValueText } from '../text/number-text.ts';
import { shortLabels } from '../text/short-labels.ts';
import { StrokeSample } from './ChartLegend.tsx';
import type { HoverValues } from './chart-interaction.ts';
import { otherPositions, xText } from './hover-text.ts';
import type { HoverValue } from './hover-value.ts';
import { labelWidth, tooltipLeft } from './tooltip-position.ts';

/** Maximum number of lines in an unpinned tooltip. The nearest line is always among them. */
const rowLimit = 12;

/** Width of a chart, in pixels, below which a tooltip has no space for names next to values. */
const narrowWidth = 360;
/** Maximum number of lines in an unpinned tooltip of a narrow chart, where each takes up to three lines of text. */
const narrowRowLimit = 6;

/**
 * Tooltip with the values of all lines at the pointer, in descending order. Names are rendered as text, never as
 * HTML.
 */
export function ChartTooltip({
  model,
  hovered,
  onCopy,
  onUnpin,
}: {
  readonly model: ChartModel;
  readonly hovered: HoverValues;
  /** Copies the values and returns whether that succeeded. Null where copying is unavailable. */
  readonly onCopy: (() => Promise<boolean>) | null;
  readonly onUnpin: () => void;
}): ReactElement {
  const t = useTranslate();
  const { entries, nearestKey, pinned, left, top, width } = hovered;
  const nearestIndex = entries.findIndex((entry) => entry.line.key === nearestKey);
  const isNarrow = width < narrowWidth;
  const labels = useMemo(() => shortLabels(model.lines), [model.lines]);
  const limit = isNarrow ? narrowRowLimit : rowLimit;
  const start = Math.max(0, Math.min(entries.length - limit, nearestIndex - Math.floor(limit / 2)));
  // A pinned tooltip can be scrolled, so it lists every line.
  const shown = pinned ? entries : entries.slice(start, start + limit);
  const nearest = entries[nearestIndex] ?? (entries.length === 1 ? entries[0] : undefined);
  const x = nearest?.x ?? hovered.x;
  const positions = nearest ? otherPositions(model, nearest, t) : [];
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current) return;
    // The natural width can only be measured where the tooltip is not constrained.
    box.current.style.left = '0';
    box.current.style.left = `${tooltipLeft(left, box.current.offsetWidth, width)}px`;
  });
  return (
    <div
      ref={box}
      className="tracklens-chart-tooltip"
      {...(pinned ? { role: 'group', 'aria-label': t('Pinned values of %1', model.title) } : { role: 'tooltip' })}
      data-pinned={pinned ? '' : undefined}
      data-narrow={isNarrow ? '' : undefined}
      style={{ top: top + 8, ['--tracklens-chart-label' as string]: `${labelWidth(width)}px` }}
    >
      <div className="tracklens-chart-tooltip-x">{[xText(model, x, t), ...positions].join(' · ')}</div>
      <div
        className="tracklens-chart-tooltip-rows"
        {...(pinned ? { tabIndex: 0, role: 'region', 'aria-label': t('Values') } : {})}
      >
        <table>
          <tbody>
            {shown.map((entry) => (
              <TooltipRow
                key={entry.line.key}
                model={model}
                entry={entry}
                // A narrow tooltip wraps names.
                label={isNarrow ? entry.line.label : labels.get(entry.line.key)!}
                isNearest={entry.line.key === nearestKey}
                otherX={entry.x !== x && model.xKind === 'number'}
              />
            ))}
          </tbody>
        </table>
      </div>
      {entries.length > shown.length ? (
        <div className="tracklens-chart-more">{t('+%1 more', countText(entries.length - shown.length))}</div>
      ) : null}
      {pinned ? <PinnedActions onCopy={onCopy} onUnpin={onUnpin} /> : null}
    </div>
  );
}

function TooltipRow({
  model,
  entry: { line, x, y, raw, spread },
  label,
  isNearest,
  otherX,
}: {
  readonly model: ChartModel;
  readonly entry: HoverValue;
  readonly label: string;
  readonly isNearest: boolean;
  /** Whether the x differs from that of the tooltip. */
  readonly otherX: boolean;
}): ReactElement {
  return (
    <tr data-nearest={isNearest ? '' : undefined}>
      <td>
        <StrokeSample color={line.color} dash={line.dash} />
      </td>
      <td title={line.label}>
        <LineName label={label} metricName={line.metricName} />
      </td>
      <td>{hoverValueText(y)}</td>
      {model.smoothed ? <td className="tracklens-chart-raw">{hoverValueText(raw)}</td> : null}
      {spread && model.grouped?.band !== 'none' ? (
        <td className="tracklens-chart-raw">
          {hoverValueText(spread.low)} – {hoverValueText(spread.high)}
        </td>
      ) : null}
      {spread ? <td className="tracklens-chart-raw">n = {countText(spread.count)}</td> : null}
      {otherX ? <td className="tracklens-chart-raw">@ {hoverValueText(x)}</td> : null}
    </tr>
  );
}

/** Name of a line. A long name of an experiment leaves space for that of the metric, which follows it. */
function LineName({ label, metricName }: { readonly label: string; readonly metricName: string }): ReactElement {
  const end = ` · ${metricName}`;
  if (!label.endsWith(end)) return <>{label}</>;
  return (
    <span className="tracklens-chart-names">
      <span>{label.slice(0, -end.length)}</span>
      <span>{end}</span>
    </span>
  );
}

function PinnedActions({
  onCopy,
  onUnpin,
}: {
  readonly onCopy: (() => Promise<boolean>) | null;
  readonly onUnpin: () => void;
}): ReactElement {
  const t = useTranslate();
  const [copied, setCopied] = useCopied();
  return (
    <div className="tracklens-chart-pinned">
      {onCopy ? (
        <button type="button" onClick={async () => setCopied(await onCopy())}>
          {copied ? t('Copied') : t('Copy')}
        </button>
      ) : null}
      <button type="button" onClick={onUnpin}>
        {t('Unpin')}
      </button>
    </div>
  );
}
