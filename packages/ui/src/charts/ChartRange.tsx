import type { FormEvent, ReactElement } from 'react';
import type { ChartModel } from './chart-model.ts';
import type { Zoom } from './chart-settings.ts';

/** Asks for the parts of the axes to show, in their own units; an empty field leaves that end to the chart. */
export function ChartRange(props: {
  readonly model: ChartModel;
  readonly zoom: Zoom | null;
  readonly onChoose: (zoom: Zoom | null) => void;
  readonly onLeave: () => void;
}): ReactElement {
  const { model, zoom, onChoose, onLeave } = props;
  const axes = model.xKind === 'number' ? (['x', 'y'] as const) : (['y'] as const);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const parts = axes.map((axis) => {
      const [from, to] = ['from', 'to'].map((end) => String(given.get(`${axis}-${end}`) ?? '').trim());
      if (from === '' && to === '') return undefined;
      return [Number(from || Number.NaN), Number(to || Number.NaN)] as const;
    });
    const broken = parts.findIndex((part) => part && !(part[0] < part[1]));
    const field = form.elements.namedItem(`${axes[broken]}-to`);
    if (field instanceof HTMLInputElement) {
      field.setCustomValidity('Give both ends, the lesser one first.');
      field.reportValidity();
      return;
    }
    const [x, y] = axes.length === 2 ? parts : [zoom?.x, parts[0]];
    onChoose(x || y ? { ...(x ? { x } : {}), ...(y ? { y } : {}) } : null);
    onLeave();
  };
  return (
    <form
      className="tracklens-chart-range"
      aria-label={`Range of ${model.metricName}`}
      onSubmit={submit}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onLeave();
      }}
    >
      {axes.map((axis) => (
        <span key={axis}>
          {axis === 'x' ? model.xTitle : 'value'}
          {(['from', 'to'] as const).map((end, at) => (
            <input
              key={end}
              name={`${axis}-${end}`}
              aria-label={`${axis === 'x' ? model.xTitle : 'value'} ${end}`}
              placeholder={end}
              inputMode="decimal"
              size={9}
              pattern="[\-+]?[0-9]*[.]?[0-9]+([eE][\-+]?[0-9]+)?"
              defaultValue={zoom?.[axis]?.[at]?.toPrecision(6) ?? ''}
              onInput={({ currentTarget }) => {
                for (const each of currentTarget.form?.querySelectorAll('input') ?? []) each.setCustomValidity('');
              }}
            />
          ))}
        </span>
      ))}
      <button type="submit">Apply</button>
      <button type="button" onClick={onLeave}>
        Cancel
      </button>
    </form>
  );
}
