import { type ReactElement, type ReactNode, useState } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { Popup } from '../components/Popup.tsx';
import { useTranslate } from '../components/translate-context.ts';
import { manageDefinitions } from '../manage/manage-definitions.ts';
import { isOffered } from '../manage/run-command.ts';
import type { ExperimentState } from '../records/experiment-label.ts';
import { useView } from './view-context.ts';

/** Experiment that the commands of a menu change. */
export interface ManagedExperiment {
  readonly experimentKey: string;
  readonly state: ExperimentState;
}

/**
 * Button with a menu of the commands that change experiments. Empty without a host that may change them, or without a
 * live connection.
 */
export function ManageMenu({
  experiments,
  label,
}: {
  readonly experiments: readonly ManagedExperiment[];
  readonly label: ReactNode;
}): ReactElement | null {
  const t = useTranslate();
  const { host, live } = useView();
  const [running, setRunning] = useState(false);
  const { management } = host;
  if (management === undefined || live === null || experiments.length === 0) return null;
  const subjects = experiments.map(({ state }) => ({ kind: 'experiment', state }));
  const offered = manageDefinitions.filter((definition) => isOffered(definition, subjects));
  const run = async (id: string) => {
    setRunning(true);
    try {
      await management.run(
        id,
        experiments.map(({ experimentKey }) => experimentKey),
      );
    } finally {
      setRunning(false);
    }
  };
  return (
    <Popup icon="rename" label={label} title={t('Change experiments')} className="tl-manage">
      {(close) =>
        offered.map(({ id, title, caption, group }) => (
          <ActionButton
            key={id}
            className="tl-manage-command"
            data-command={id}
            data-group={group}
            title={t(caption)}
            enabled={!running}
            onClick={() => {
              close();
              void run(id);
            }}
          >
            {t(title)}
          </ActionButton>
        ))
      }
    </Popup>
  );
}
