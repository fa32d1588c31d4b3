import type { ReactElement } from 'react';
import type { ExperimentState } from '../records/experiment-label.ts';
import type { Translate } from '../text/translate.ts';
import { Icon } from './Icon.tsx';

/** State of an experiment as icon, color and text. */
export function StateLabel({ state, t }: { readonly state: ExperimentState; readonly t: Translate }): ReactElement {
  return (
    <span className={`tl-state tl-state-${state}`} data-state={state}>
      <Icon name={state} />
      {t(state)}
    </span>
  );
}
