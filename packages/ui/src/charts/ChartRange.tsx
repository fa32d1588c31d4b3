import { type ChartModel, shownPart, type Zoom } from '@tracklens/core/charts';
import type { FormEvent, ReactElement } from 'react';
import { useTranslate } from '../components/translate-context.ts';
import { fieldText, typedNumber } from '../text/number-text.ts';

/** Form for the visible range of each axis, in data units. An axis with two empty fields uses its default range. */
export function ChartRange(props: {
  readonly model: ChartModel;
  readonly zoom: Zoom | null;
  readonly onChoose: (zoom: Zoom | null) => void;
  readonly onLeave: () => void;
}): ReactElement {
  const t = useTranslate();
  const { model, zoom, onChoose, onLeave } = props;
  const ends = { from: t('from'), to: t('to') };
  const titles = { x: model.xTitle, y: t('value') };
  const scales = { x: model.xScale, y: model.yScale };
  const axes = model.xKind === 'number' ? (['x', 'y'] as const) : (['y'] as const);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const parts = axes.map((axis) => {
      const [from, to] = ['from', 'to'].map((end) => String(given.get(`${axis}-${end}`) ?? '').trim());
      if (from === '' && to === '') return undefined;
      return [typedNumber(from!), typedNumber(to!)] as const;
    });
    for (const [index, part] of parts.entries()) {
      if (!part || shownPart(scales[axes[index]!], part)) continue;
      const isOrdered = part[0] < part[1];
      const field = form.elements.namedItem(`${axes[index]}-${isOrdered ? 'from' : 'to'}`) as HTMLInputElement;
      const message = isOrdered
        ? t('A log scale shows values above zero only. Enter a greater number.')
        : t('Enter both ends, the smaller one first.');
      field.setCustomValidity(message);
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
      aria-label={t('Range of %1', model.title)}
      onSubmit={submit}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onLeave();
      }}
    >
      {axes.map((axis) => (
        <span key={axis}>
          {titles[axis]}
          {(['from', 'to'] as const).map((end, at) => (
            <input
              key={end}
              // biome-ignore lint/a11y/noAutofocus: the user has just opened the form.
              autoFocus={axis === axes[0] && at === 0}
              name={`${axis}-${end}`}
              aria-label={`${titles[axis]} ${ends[end]}`}
              placeholder={ends[end]}
              inputMode="decimal"
              size={9}
              pattern="[\-−+]?[0-9]*[.,٫]?[0-9]+([eE][\-+]?[0-9]+)?"
              defaultValue={zoom?.[axis]?.[at] === undefined ? '' : fieldText(zoom[axis]![at]!)}
              onInput={({ currentTarget }) => {
                for (const each of currentTarget.form?.querySelectorAll('input') ?? []) each.setCustomValidity('');
              }}
            />
          ))}
        </span>
      ))}
      <button type="submit">{t('Apply')}</button>
      <button type="button" onClick={onLeave}>
        {t('Cancel')}
      </button>
    </form>
  );
}
