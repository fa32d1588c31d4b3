import { useState } from 'react';
import { failureOf, messageText, remedyText } from '../../source/failure.ts';
import { useView } from '../../viewer/view-context.ts';

/** What became of the last change of the named views. */
export interface AsyncAction {
  readonly busy: boolean;
  /** Why nothing was saved. */
  readonly problem: string | null;
  /** What was done, for who does not see it. */
  readonly said: string;
  /** Carries a change out and says `done` then; answers whether it was. */
  make(work: () => Promise<void>, done: string): Promise<boolean>;
}

/** Changes of the named views, one at a time, each with what is to be said of it. */
export function useAsyncAction(): AsyncAction {
  const { t } = useView();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const make: AsyncAction['make'] = async (work, done) => {
    setBusy(true);
    setProblem(null);
    setSaid('');
    try {
      await work();
      setSaid(done);
      return true;
    } catch (error) {
      const failure = failureOf(error);
      setProblem(`${t('Nothing was saved.')} ${messageText(failure, t)} ${remedyText(failure, t)}`);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, said, make };
}
