import { readFile, writeFile } from 'node:fs/promises';
import { camelCaseId, type ManageDefinition, manageDefinitions } from '@tracklens/ui/manage';
import { type TreeDefinition, treeDefinitions } from '@tracklens/ui/trees';
import { inRoot } from './folders.ts';

// Usage: node scripts/run.mjs vscode-manifest. Writes what VS Code has to know before it starts the extension: of each
// tree its view and the welcome of each state of the connection, and of each command that changes something on the
// service its title and its place in menus. A test compares the files with both registries.

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

const signIn = '[Sign In](command:tracklens.signIn)';
const signInElsewhere = '[Sign In to Another Service](command:tracklens.signIn)';
const startLocal = '[Start Local Service](command:tracklens.startLocalService)';
const copySnippet = '[Copy Training Snippet](command:tracklens.copyTrainingSnippet)';
const tryDemo = '[Try with Demo Data](command:tracklens.startDemo)';
const showReason = '[Show the Reason](command:tracklens.connect)';
const tryAgain = '[Try Again](command:tracklens.refreshTrees)';
const refresh = '[Refresh](command:tracklens.refreshTrees)';
const showLog = '[Show the Log](command:tracklens.showLog)';

/** Welcome texts of a tree by name. Each line with a link becomes a button. */
function welcomes({ messages }: TreeDefinition): Readonly<Record<string, readonly string[]>> {
  const { signedOut, unreadable, empty } = messages;
  if (unreadable === null) {
    const offer = 'No account? Log your own runs to a service on this machine, or look at recorded ones.';
    const needsNode = 'The local service and the demo data need VS Code Desktop, Remote-SSH or a dev container.';
    return {
      'signed-out': [signedOut, signIn],
      local: [offer, startLocal, tryDemo],
      web: [needsNode],
      misconfigured: ['The settings that name the service cannot be used, so nothing was sent.', showReason, signIn],
      unreachable: [
        'The service does not respond. Is it running, and is its address right?',
        tryAgain,
        signInElsewhere,
        showLog,
      ],
      unauthorized: ['The service rejects the API key.', signIn],
      failed: ['The service answered with an error.', tryAgain, showLog, signInElsewhere],
      'rate-limited': [
        'The service received too many requests and asks to wait. It will be retried automatically.',
        showLog,
      ],
      connected: [empty, copySnippet, refresh],
      demo: [tryDemo],
    };
  }
  return {
    'signed-out': [signedOut, signIn],
    misconfigured: ['The settings that name the service cannot be used.', showReason],
    broken: [unreadable, tryAgain],
    unauthorized: ['The service rejects the API key.', signIn],
    connected: [empty],
  };
}

/** States of the connection in which a welcome text of that name is shown; by default the state of the same name. */
const states: Readonly<Record<string, readonly string[]>> = {
  broken: ['unreachable', 'rate-limited', 'failed'],
  demo: ['misconfigured', 'unreachable', 'unauthorized', 'connected'],
  local: ['signed-out'],
  web: ['signed-out'],
};

/** Platforms on which a welcome text of that name is shown; by default on all. */
const platforms: Readonly<Record<string, string>> = {
  demo: '!tracklens.web',
  local: '!tracklens.web',
  web: 'tracklens.web',
};

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
      // `&&` binds more tightly than `||`.
      const when = (states[name] ?? [name])
        .map((state) => {
          const isEmpty = state === 'connected' ? [`${view}.empty`] : [];
          return [`tracklens.connection == ${state}`, ...isEmpty, ...(platforms[name] ? [platforms[name]] : [])].join(
            ' && ',
          );
        })
        .join(' || ');
      return { view, when, contents: `%welcome.${definition.id}.${name}%` };
    }),
  );
  const titles = definitions.map(({ id, title }) => [`view.${id}`, title]);
  const texts = definitions.flatMap((definition) =>
    Object.entries(welcomes(definition)).map(([name, lines]) => [`welcome.${definition.id}.${name}`, lines.join('\n')]),
  );
  return { views, viewsWelcome, sentences: Object.fromEntries([...titles, ...texts]) };
}

/** Command in `contributes.commands`, or in one of `contributes.menus`. */
interface ManifestCommand {
  readonly command: string;
}

/** Parts of the manifest that follow from the commands that change something on the service. */
interface ManageCommands {
  readonly commands: readonly ManifestCommand[];
  readonly palette: readonly ManifestCommand[];
  readonly rows: readonly ManifestCommand[];
  readonly sentences: Sentences;
}

/** Groups of the menu of a row, after those for opening, copying and starring. */
const menuGroups: Readonly<Record<ManageDefinition['group'], string>> = {
  create: '6_create',
  change: '7_change',
  remove: '8_remove',
};

/** Returns the commands of definitions, their entries in the menus, and their titles. */
export function manageCommands(definitions: readonly ManageDefinition[]): ManageCommands {
  const names = definitions.map((definition, index) => {
    const name = camelCaseId(definition.id);
    return { definition, index, command: `tracklens.${name}`, sentence: `manage.${name}` };
  });
  return {
    commands: names.map(({ command, sentence }) => ({ command, title: `%${sentence}%`, category: 'Tracklens' })),
    // Their titles do not say what they change; the palette has one command that offers those for the selection.
    palette: names.map(({ command }) => ({ command, when: 'false' })),
    rows: names.map(({ definition: { kind, many, state, group }, index, command }) => {
      const conditions = [
        `viewItem =~ /^${kind}( |$)/`,
        ...(state === undefined ? [] : [`viewItem =~ /\\b${state}\\b/`]),
        ...(many ? [] : ['!listMultiSelection']),
      ];
      return { command, when: conditions.join(' && '), group: `${menuGroups[group]}@${index + 1}` };
    }),
    sentences: Object.fromEntries(names.map(({ definition, sentence }) => [sentence, definition.title])),
  };
}

/** Returns entries with those of the commands of definitions replaced, after all others. */
export function withManageCommands<T extends ManifestCommand>(
  before: readonly T[],
  ofManagement: readonly ManifestCommand[],
  earlier: readonly string[],
): readonly ManifestCommand[] {
  return [...before.filter(({ command }) => !earlier.includes(command)), ...ofManagement];
}

/** Returns the sentences with those of the registries replaced, at the position of the earlier ones. */
export function withRegistrySentences(before: Sentences, generated: Sentences): Sentences {
  const isOfRegistry = ([key]: [string, string]) => /^(view|welcome|manage)\./.test(key);
  const entries = Object.entries(before);
  const first = entries.findIndex(isOfRegistry);
  const others = entries.filter((entry) => !isOfRegistry(entry));
  return Object.fromEntries([...others.slice(0, first), ...Object.entries(generated), ...others.slice(first)]);
}

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
const writeJson = (file: string, value: unknown) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

/** Returns the manifest with the parts that follow from the registries. */
// The manifest has many more parts, which this script does not read.
// biome-ignore lint/suspicious/noExplicitAny: see above
export function withRegistries(manifest: any): any {
  const { contributes } = manifest;
  const { views, viewsWelcome } = treeViews(treeDefinitions);
  const ofManagement = manageCommands(manageDefinitions);
  const isEarlier = ({ title }: { readonly title: string }) => title.startsWith('%manage.');
  const earlier = contributes.commands.filter(isEarlier).map(({ command }: ManifestCommand) => command);
  const menus = contributes.menus;
  return {
    ...manifest,
    contributes: {
      ...contributes,
      views: { ...contributes.views, tracklens: views },
      viewsWelcome,
      commands: withManageCommands(contributes.commands, ofManagement.commands, earlier),
      menus: {
        ...menus,
        commandPalette: withManageCommands(menus.commandPalette, ofManagement.palette, earlier),
        'view/item/context': withManageCommands(menus['view/item/context'], ofManagement.rows, earlier),
      },
    },
  };
}

/** Returns the sentences of the manifest with those that follow from the registries. */
export function withSentences(before: Sentences): Sentences {
  const generated = { ...treeViews(treeDefinitions).sentences, ...manageCommands(manageDefinitions).sentences };
  return withRegistrySentences(before, generated);
}

if (import.meta.main) {
  await writeJson(manifestFiles.manifest, withRegistries(await readJson(manifestFiles.manifest)));
  await writeJson(manifestFiles.sentences, withSentences(await readJson(manifestFiles.sentences)));
}
