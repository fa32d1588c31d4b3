import { useState } from 'react';
import { useTranslate } from '../../components/translate-context.ts';
import { failureOf, messageText, remedyText } from '../../source/failure.ts';

/** State of the last change of the named views. */
export interface AsyncAction {
  readonly busy: boolean;
  /** Error message if nothing was saved. */
  readonly problem: string | null;
  /** Success message, announced to screen readers. */
  readonly announced: string;
  /** Runs a change and announces `done` when it succeeds; resolves to whether it did. */
  run(work: () => Promise<void>, done: string): Promise<boolean>;
}

/** Runs changes of the named views and reports their progress and result. */
export function useAsyncAction(): AsyncAction {
  const t = useTranslate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [announced, setAnnounced] = useState('');
  const run: AsyncAction['run'] = async (work, done) => {
    setBusy(true);
    setProblem(null);
    setAnnounced('');
    try {
      await work();
      setAnnounced(done);
      return true;
    } catch (error) {
      const failure = failureOf(error);
      setProblem(`${t('Nothing was saved.')} ${messageText(failure, t)} ${remedyText(failure, t)}`);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, announced, run };
}
