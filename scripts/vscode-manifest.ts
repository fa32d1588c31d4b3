import { readFile, writeFile } from 'node:fs/promises';
import { type TreeDefinition, treeDefinitions } from '@tracklens/ui/trees';
import { inRoot } from './folders.ts';

// Usage: node scripts/run.mjs vscode-manifest. Writes what VS Code has to know of each tree before it starts the
// extension: its view and the welcome of each state of the connection. A test compares the files with the trees.

/** Manifest of the extension and its sentences. */
export const manifestFiles = {
  manifest: inRoot('packages', 'vscode-ext', 'package.json'),
  sentences: inRoot('packages', 'vscode-ext', 'package.nls.json'),
};

type Sentences = Readonly<Record<string, string>>;

/** View of a tree in `contributes.views`. */
interface View {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly contextualTitle: string;
  readonly visibility?: 'collapsed';
}

/** Text shown in place of the rows in some states of the connection, in `contributes.viewsWelcome`. */
interface Welcome {
  readonly view: string;
  readonly when: string;
  readonly contents: string;
}

/** Parts of the manifest that follow from the trees. */
interface TreeViews {
  readonly views: readonly View[];
  readonly viewsWelcome: readonly Welcome[];
  readonly sentences: Sentences;
}

const signIn = '[Sign in](command:tracklens.signIn)';
const signInElsewhere = '[Sign in to another service](command:tracklens.signIn)';
const tryDemo = '[Try with demo data](command:tracklens.startDemo)';
const showReason = '[Show the reason](command:tracklens.connect)';
const tryAgain = '[Try again](command:tracklens.refreshTrees)';
const refresh = '[Refresh](command:tracklens.refreshTrees)';
const showLog = '[Show the log](command:tracklens.showLog)';

/** Welcome texts of a tree by name. Each line with a link becomes a button. */
function welcomes({ messages }: TreeDefinition): Readonly<Record<string, readonly string[]>> {
  const { signedOut, unreadable, empty } = messages;
  if (unreadable === null) {
    const offer = 'No account yet? A service with recorded training runs starts on this machine.';
    return {
      signedOut: [signedOut, signIn, offer, tryDemo],
      misconfigured: [
        'The settings that name the service cannot be used, so nothing was sent.',
        showReason,
        signIn,
        tryDemo,
      ],
      unreachable: [
        'The service does not respond. Is it running, and is its address right?',
        tryAgain,
        signInElsewhere,
        tryDemo,
        showLog,
      ],
      refused: ['The service rejects the API key.', signIn, tryDemo],
      failed: ['The service answered with an error.', tryAgain, showLog, signInElsewhere],
      limited: ['The service received too many requests and asks to wait. It will be retried automatically.', showLog],
      connected: [empty, refresh, tryDemo],
    };
  }
  return {
    signedOut: [signedOut, signIn],
    misconfigured: ['The settings that name the service cannot be used.', showReason],
    broken: [unreadable, tryAgain],
    refused: ['The service rejects the API key.', signIn],
    connected: [empty],
  };
}

/** States of the connection in which a welcome text of that name is shown; by default the state of the same name. */
const states: Readonly<Record<string, readonly string[]>> = { broken: ['unreachable', 'limited', 'failed'] };

/** Returns the views of trees, their welcomes, and the sentences of both. */
export function treeViews(definitions: readonly TreeDefinition[]): TreeViews {
  const views = definitions.map(
    ({ id, collapsed }): View => ({
      id: `tracklens.${id}`,
      name: `%view.${id}%`,
      icon: 'media/tracklens.svg',
      contextualTitle: 'Tracklens',
      ...(collapsed ? { visibility: 'collapsed' } : {}),
    }),
  );
  const viewsWelcome = definitions.flatMap((definition) =>
    Object.keys(welcomes(definition)).map((name): Welcome => {
      const view = `tracklens.${definition.id}`;
      const conditions = (states[name] ?? [name]).map((state) => `tracklens.connection == ${state}`);
      const when = `${conditions.join(' || ')}${name === 'connected' ? ` && ${view}.empty` : ''}`;
      return { view, when, contents: `%welcome.${definition.id}.${name}%` };
    }),
  );
  const titles = definitions.map(({ id, title }) => [`view.${id}`, title]);
  const texts = definitions.flatMap((definition) =>
    Object.entries(welcomes(definition)).map(([name, lines]) => [`welcome.${definition.id}.${name}`, lines.join('\n')]),
  );
  return { views, viewsWelcome, sentences: Object.fromEntries([...titles, ...texts]) };
}

/** Returns the sentences with those of the trees replaced, at the position of the earlier ones. */
export function withTreeSentences(before: Sentences, ofTrees: Sentences): Sentences {
  const isOfTrees = ([key]: [string, string]) => /^(view|welcome)\./.test(key);
  const entries = Object.entries(before);
  const first = entries.findIndex(isOfTrees);
  const others = entries.filter((entry) => !isOfTrees(entry));
  return Object.fromEntries([...others.slice(0, first), ...Object.entries(ofTrees), ...others.slice(first)]);
}

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
const writeJson = (file: string, value: unknown) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

if (import.meta.main) {
  const { views, viewsWelcome, sentences } = treeViews(treeDefinitions);
  const manifest = await readJson(manifestFiles.manifest);
  manifest.contributes.views.tracklens = views;
  manifest.contributes.viewsWelcome = viewsWelcome;
  await writeJson(manifestFiles.manifest, manifest);
  await writeJson(manifestFiles.sentences, withTreeSentences(await readJson(manifestFiles.sentences), sentences));
}
