import type { Recipe, Step } from './recipe.ts';

/** Writes what the Python package reads of the contract and of the views. */
const pythonFiles: Step = {
  run: 'python-files',
  writes: ['contract_rows.json', 'endpoints.py', 'view_schema.json'].map(
    (name) => `packages/jupyterlab-ext/tracklens/${name}`,
  ),
  guard: {
    test: 'test/jupyterlab/python.test.ts',
    title: 'the generated Python data match their sources',
  },
};

/** A read without parameters and the operation that calls it. */
const operation: Recipe = {
  title: 'Add an operation',
  name: 'account',
  placeholder: '<area>',
  maxPlaces: 4,
  steps: [
    {
      edit: 'packages/core/src/contract/account.ts',
      before: '  /** Names of the workspaces that the key can read. */',
      text: `  /** An example. */
  example: read(rest('example'), { response: v.object({ text: v.string() }), reads: ['service'] }),
`,
      guard: {
        typeErrorIn: 'packages/core/src/api/account-operations.ts',
        message: /Property 'example' does not exist/,
      },
    },
    {
      edit: 'packages/server/src/handlers/account.ts',
      before: '  workspaces: async',
      text: "  example: () => ({ text: 'An example.' }),\n",
      guard: { typeErrorIn: 'packages/server/src/handlers/account.ts', message: /Property 'example' is missing/ },
    },
    {
      edit: 'packages/core/src/api/account-operations.ts',
      before: '}\n\n/** Definitions of',
      text: `  /** Returns the text of the example. */
  getExample(options?: OperationOptions): Promise<string>;
`,
      also: {
        before: '  getWorkspaces: {',
        text: '  getExample: { run: async ({ call }) => (await call(account.example, {})).text },\n',
      },
      guard: { typeErrorIn: 'test/contract/cases/account.ts', message: /Property 'getExample' does not exist/ },
    },
    {
      edit: 'test/contract/cases/account.ts',
      before: '  {\n    title:',
      text: `  {
    title: 'the example has a text',
    async run({ api }) {
      assert.equal(await api.getExample(), 'An example.');
    },
  },
`,
      isTest: true,
      guard: {
        test: 'test/contract/contract.test.ts',
        title: 'every endpoint of the contract is covered',
        within: 'in process',
      },
    },
    {
      run: 'api-report --update',
      compiles: 'packages/core',
      writes: ['docs/api/core.md'],
      guard: { script: 'api-report' },
    },
    pythonFiles,
  ],
  works: [{ test: 'test/contract/contract.test.ts', titles: 'account: the example has a text' }],
};

const definitions = 'packages/ui/src/tabs/tab-definitions.ts';
const stories = 'test/gallery/tab-stories.ts';

/** A tab with a search field, whose text is part of the view's state. */
const tab: Recipe = {
  title: 'Add a tab',
  name: 'example',
  maxPlaces: 4,
  steps: [
    {
      edit: 'packages/core/src/targets/tabs.ts',
      before: '  /** Settings of the histograms tab. */\n',
      text: `  /** Settings of the example tab. */
  example: {
    pageId: 'exampleTab',
    hasContent: false,
    settings: v.object({
      /** Words that the names contain. */
      search,
    }),
  },
`,
      guard: { typeErrorIn: definitions, message: /'example' does not exist in type/ },
    },
    {
      create: 'packages/ui/src/tabs/example.tsx',
      text: `import type { ReactElement } from 'react';
import type { TabProps } from './tab.ts';
import { useChoice } from './use-choice.ts';

/** Tab that shows the name of the experiment. */
export function ExampleTab({ experimentName }: TabProps): ReactElement {
  const [search, setSearch] = useChoice('example', 'search', '');
  return (
    <div className="tl-example">
      <label>
        Search <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      </label>
      <p>The example of {experimentName}</p>
    </div>
  );
}
`,
      guard: { typeErrorIn: definitions, message: /Cannot find module '.\/example.tsx'/ },
    },
    {
      edit: definitions,
      before: '  notes: {\n',
      text: `  example: {
    title: 'Example',
    View: lazyTab(async () => (await import('./example.tsx')).ExampleTab),
  },
`,
      guard: { typeErrorIn: definitions, message: /Property 'example' is missing/ },
    },
    {
      edit: stories,
      before: '  histograms: {\n',
      text: "  example: { content: '.tl-example', controls: 1, saved: /./ },\n",
      isTest: true,
      guard: { typeErrorIn: stories, message: /Property 'example' is missing/ },
    },
    pythonFiles,
  ],
  works: [{ test: 'test/tabs/tab-state.test.ts', titles: '^example: ' }],
};

/** Writes what VS Code has to know of trees and commands. */
const vscodeManifest: Step = {
  run: 'vscode-manifest',
  writes: ['packages/vscode-ext/package.json', 'packages/vscode-ext/package.nls.json'],
  guard: {
    test: 'scripts/vscode-manifest.test.ts',
    title: 'the manifest of VS Code has a view, welcomes and sentences for each tree, and each command on rows',
  },
};

/** A tree of workspaces. */
const tree: Recipe = {
  title: 'Add a tree',
  name: 'example',
  maxPlaces: 3,
  steps: [
    {
      create: 'packages/ui/src/trees/example-tree.ts',
      text: `import { english } from '../text/translate.ts';
import { LazyTree } from './lazy-tree.ts';
import type { TreeContext } from './tree-definition.ts';
import type { TreeSource } from './tree-node.ts';
import { workspaceNodes } from './workspace-nodes.ts';

/** Creates the tree of workspaces. */
export function exampleTree({ api, t = english }: TreeContext): TreeSource {
  return new LazyTree({
    t,
    read: async (node, signal) => (node === null ? await workspaceNodes(api, signal) : []),
    empty: () => t('No example. Log one.'),
  });
}
`,
      guard: {
        typeErrorIn: 'packages/ui/src/trees/tree-definitions.ts',
        message: /Cannot find module '.\/example-tree.ts'/,
      },
    },
    {
      edit: 'packages/ui/src/trees/tree-definitions.ts',
      before: '] as const satisfies',
      text: `  {
    id: 'example',
    title: 'Examples',
    usesFavorites: false,
    collapsed: true,
    messages: {
      signedOut: 'Examples appear here once you are connected.',
      unreadable: 'The examples cannot be read.',
      empty: 'No workspace has an example yet.',
    },
    load: async () => (await import('./example-tree.ts')).exampleTree,
  },
`,
      guard: {
        test: 'packages/ui/src/trees/tree-definitions.test.ts',
        title: 'every module of a tree belongs to a definition, and every definition has its own',
      },
    },
    vscodeManifest,
  ],
  works: [
    { test: 'packages/ui/src/trees/tree-definitions.test.ts', titles: '^the tree of example$' },
    { test: 'packages/vscode-ext/src/commands.test.ts', titles: '^each view has a welcome' },
  ],
};

const definitionsOfChanges = 'packages/ui/src/manage/manage-definitions.ts';

/** A command that writes a fixed description of a project. */
const manageCommand: Recipe = {
  title: 'Add a command that changes something',
  name: 'example',
  placeholder: '<area>',
  maxPlaces: 3,
  steps: [
    {
      create: 'packages/ui/src/manage/example-changes.ts',
      text: `import type { Change } from './manage-definition.ts';

/** Describes a project as an example. */
export const describeAsExample: Change<'project'> = async ({ api, t }, [subject]) => {
  const { workspace, projectName } = subject!;
  const write = async (description: string) => {
    await api.updateProject(workspace, projectName, { description });
  };
  await write('An example.');
  return { message: t('Described %1.', projectName), undo: () => write('') };
};
`,
      guard: { typeErrorIn: definitionsOfChanges, message: /Cannot find module '.\/example-changes.ts'/ },
    },
    {
      edit: definitionsOfChanges,
      before: "  {\n    id: 'delete-project'",
      text: `  {
    id: 'describe-as-example',
    kind: 'project',
    title: 'Describe as Example',
    caption: 'Describe the project as an example',
    group: 'change',
    many: false,
    load: async () => (await import('./example-changes.ts')).describeAsExample,
  },
`,
      guard: { test: 'test/contract/manage.test.ts', title: 'every command has a case' },
    },
    {
      edit: 'test/contract/manage.test.ts',
      before: "    async 'delete-project'() {",
      text: `    async 'describe-as-example'() {
      const subjects = [await project('an example')];
      const read = async () => (await api.getProject(service.workspace, 'an example'))?.projectDescription ?? '';
      return { subjects, answers: [], read, before: '', after: 'An example.' };
    },
`,
      isTest: true,
      guard: { test: 'test/contract/manage.test.ts', title: 'every command has a case' },
    },
    vscodeManifest,
  ],
  works: [
    { test: 'test/contract/manage.test.ts', titles: 'describe-as-example changes what it names' },
    { test: 'packages/vscode-ext/src/commands.test.ts', titles: '^every command of the manifest exists' },
  ],
};

const optionControls = 'packages/ui/src/gallery/option-controls.ts';

/** An option that reverses the legend. */
const chartOption: Recipe = {
  title: 'Add a chart option',
  name: 'example',
  maxPlaces: 3,
  steps: [
    {
      edit: 'packages/core/src/charts/chart-options.ts',
      before: '  /** Keys of the experiments that are hidden in the legend. */\n',
      text: '  /** Whether the legend is in reverse order. */\n  example: flag,\n',
      guard: { typeErrorIn: optionControls, message: /'example' does not exist in type/ },
    },
    {
      edit: optionControls,
      before: "  palette: { kind: 'more'",
      text: "  example: { kind: 'more', check: 'The legend in reverse order' },\n",
      guard: { typeErrorIn: optionControls, message: /Property 'example' is missing/ },
    },
    {
      edit: 'packages/core/src/charts/chart-model.ts',
      before: '  const isCompared = ',
      text: '  if (settings.example) legend.reverse();\n',
      guard: {
        test: 'packages/ui/src/gallery/chart-options.test.ts',
        title: 'the option example changes what is drawn',
      },
    },
  ],
  works: [{ test: 'packages/ui/src/gallery/chart-options.test.ts', titles: '^the option example changes' }],
};

/** The recipes of CONTRIBUTING.md, in its order. */
export const recipes: readonly Recipe[] = [operation, tab, tree, manageCommand, chartOption];
