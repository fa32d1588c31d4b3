import type { ReactElement } from 'react';
import type { ExperimentState } from '../records/experiment-label.ts';
import { Icon } from './Icon.tsx';
import { useTranslate } from './translate-context.ts';

/** State of an experiment as icon, color and text. */
export function StateLabel({ state }: { readonly state: ExperimentState }): ReactElement {
  const t = useTranslate();
  return (
    <span className={`tl-state tl-state-${state}`} data-state={state}>
      <Icon name={state} />
      {t(state)}
    </span>
  );
}
