import type { ReactElement } from 'react';
import { StrokeSample } from './ChartLegend.tsx';
import type { ChartModel } from './chart-model.ts';
import type { Reading } from './chart-view.ts';
import { countText, durationText, momentText, valueText } from './number-text.ts';

/** A tooltip lists this many lines, the nearest among them. */
const rowLimit = 12;

function xText(model: ChartModel, x: number): string {
  if (model.xKind === 'time') return momentText(x);
  return `${model.xTitle} ${model.xKind === 'duration' ? durationText(x) : Number.isInteger(x) ? countText(x) : valueText(x)}`;
}

/** The values of all lines at the pointer, greatest first. Every text goes in as text. */
export function ChartTooltip({
  model,
  reading,
  width,
}: {
  model: ChartModel;
  reading: Reading;
  width: number;
}): ReactElement {
  const { entries, nearestKey } = reading;
  const nearestAt = entries.findIndex((entry) => entry.line.key === nearestKey);
  const start = Math.max(0, Math.min(entries.length - rowLimit, nearestAt - Math.floor(rowLimit / 2)));
  const shown = entries.slice(start, start + rowLimit);
  const nearest = entries[nearestAt] ?? (entries.length === 1 ? entries[0] : undefined);
  const details: string[] = [];
  if (nearest && model.axis !== 'step' && nearest.step !== null) details.push(`step ${countText(nearest.step)}`);
  if (nearest && model.axis !== 'epoch' && nearest.epoch !== null) details.push(`epoch ${countText(nearest.epoch)}`);
  if (nearest && model.axis !== 'wall' && nearest.timestampMillis !== null)
    details.push(momentText(nearest.timestampMillis));
  const onRight = reading.left < width * 0.55;
  return (
    <div
      className="tracklens-chart-tooltip"
      role="tooltip"
      style={{
        top: reading.top + 8,
        ...(onRight ? { left: reading.left + 14 } : { right: width - reading.left + 14 }),
      }}
    >
      <div className="tracklens-chart-tooltip-x">{[xText(model, nearest?.x ?? reading.x), ...details].join(' · ')}</div>
      <table>
        <tbody>
          {shown.map(({ line, y, raw, x, spread }) => (
            <tr key={line.key} data-nearest={line.key === nearestKey ? '' : undefined}>
              <td>
                <StrokeSample color={line.color} dash={line.dash} />
              </td>
              <td>{line.label}</td>
              <td>{valueText(y)}</td>
              {model.smoothed ? <td className="tracklens-chart-raw">{valueText(raw)}</td> : null}
              {spread && model.grouped?.band !== 'none' ? (
                <td className="tracklens-chart-raw">
                  {valueText(spread.low)} – {valueText(spread.high)}
                </td>
              ) : null}
              {spread ? <td className="tracklens-chart-raw">n = {spread.count}</td> : null}
              {x !== (nearest?.x ?? reading.x) && model.xKind === 'number' ? (
                <td className="tracklens-chart-raw">@ {valueText(x)}</td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length > shown.length ? (
        <div className="tracklens-chart-more">+{entries.length - shown.length} more</div>
      ) : null}
    </div>
  );
}
