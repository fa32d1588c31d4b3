import { type ReactElement, useId } from 'react';
import { ActionButton } from './ActionButton.tsx';
import { Icon } from './Icon.tsx';
import { useTranslate } from './translate-context.ts';

/** Slider over the logged steps. Renders nothing for fewer than two steps. */
export function StepSlider({
  steps,
  step,
  onChange,
}: {
  readonly steps: readonly number[];
  readonly step: number;
  readonly onChange: (step: number) => void;
}): ReactElement | null {
  const t = useTranslate();
  const id = useId();
  if (steps.length < 2) return null;
  const index = Math.max(0, steps.indexOf(step));
  const go = (to: number) => {
    const next = steps[Math.max(0, Math.min(steps.length - 1, to))];
    if (next !== undefined) onChange(next);
  };
  return (
    <span className="tl-field tl-steps">
      <label htmlFor={id}>{t('Step')}</label>
      <ActionButton
        className="tl-icon-button"
        aria-label={t('Previous step')}
        title={t('Previous step')}
        enabled={index > 0}
        onClick={() => go(index - 1)}
      >
        <Icon name="chevron" className="tl-back" />
      </ActionButton>
      <input
        id={id}
        type="range"
        min={0}
        max={steps.length - 1}
        value={index}
        aria-valuetext={t('step %1, %2 of %3', steps[index]!, index + 1, steps.length)}
        onChange={(event) => go(Number(event.target.value))}
        onKeyDown={(event) => event.stopPropagation()}
      />
      <ActionButton
        className="tl-icon-button"
        aria-label={t('Next step')}
        title={t('Next step')}
        enabled={index < steps.length - 1}
        onClick={() => go(index + 1)}
      >
        <Icon name="chevron" />
      </ActionButton>
      <span className="tl-output" data-step={steps[index]}>
        {steps[index]}
        <span className="tl-quiet"> ({t('%1 of %2', index + 1, steps.length)})</span>
      </span>
    </span>
  );
}
