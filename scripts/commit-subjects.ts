import { run, succeeds } from './command.ts';
import { inRoot } from './folders.ts';

/** Maximum length of a commit subject: what `git log --oneline` shows in a typical terminal. */
const subjectLimit = 72;

/** Returns the commits since the one that added this check, newest first, each as `hash subject`. */
async function checkedCommits(): Promise<string[]> {
  const file = inRoot('scripts', 'commit-subjects.ts');
  const added = (await run('git', ['log', '--diff-filter=A', '--format=%H', '--', file])).trim().split('\n').at(-1);
  if (!added) return [];
  return (await run('git', ['log', '--no-merges', '--format=%h %s', `${added}..HEAD`])).trim().split('\n');
}

// Fails for a commit subject that is too long. A source archive without history has nothing to check.
if (await succeeds('git', ['rev-parse', '--git-dir'])) {
  const long = (await checkedCommits()).filter((line) => line.slice(line.indexOf(' ') + 1).length > subjectLimit);
  if (long.length > 0) {
    console.error(`Subjects of more than ${subjectLimit} characters:\n${long.join('\n')}`);
    process.exitCode = 1;
  }
}
