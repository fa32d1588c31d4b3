/** The part of core that runs in a page. */
export const pageCore = 'core/src/{contract,query,client,charts,targets,snapshots,display,browser}';

/**
 * Modules of the packages, from the lowest layer to the highest, with the modules that each may import. A module may
 * always import itself. This is the only list: `npm run check` enforces it, and the table in ARCHITECTURE.md is written
 * from it by scripts/module-table.ts.
 *
 * `uses` names Node's own modules and npm packages that are restricted to the modules that list them.
 *
 * @type {readonly { name: string, what: string, may: readonly string[], uses?: readonly string[] }[]}
 */
export const modules = [
  { name: 'core/src/contract', what: 'endpoints and records as data', may: [] },
  { name: 'core/src/query', what: 'the query language: parse, print, build, complete, evaluate', may: [] },
  {
    name: 'core/src/spool',
    what: 'requests that could not be sent, on disk',
    may: ['core/src/contract'],
    uses: ['node:*'],
  },
  {
    name: 'core/src/client',
    what: 'the transport interface, retry, cache, errors, configuration',
    may: ['core/src/contract'],
  },
  {
    name: 'core/src/write-queue',
    what: 'the queue of what is logged: batches, outages, what is on disk',
    may: ['core/src/{contract,spool,client}'],
  },
  { name: 'core/src/opener', what: "opening a page in the user's browser", may: [], uses: ['node:*'] },
  {
    name: 'core/src/charts',
    what: 'chart values, downsampling, smoothing, colors, the spec of the line chart',
    may: ['core/src/query'],
  },
  {
    name: 'core/src/targets',
    what: 'targets, tabs, view state, links, hosts, cells',
    may: ['core/src/contract', 'core/src/charts'],
  },
  {
    name: 'core/src/snapshots',
    what: 'the MIME payload, snapshots and their tables',
    may: ['core/src/{contract,charts,targets}'],
  },
  {
    name: 'core/src/static-charts',
    what: 'charts as SVG, views as static HTML and text',
    may: ['core/src/{contract,charts,targets,snapshots}'],
  },
  {
    name: 'core/src/display',
    what: 'outputs of `display` in kernels and browsers',
    may: ['core/src/{client,charts,targets,snapshots,static-charts}'],
  },
  {
    name: 'core/src/{api,experiment,model}',
    what: 'the classes of the interface',
    may: ['core/src/{contract,query,spool,client,write-queue,charts,targets,snapshots,display}'],
  },
  {
    name: 'core/src/snapshot-reader',
    what: 'reads the snapshot of a target, with the content of the open tab',
    may: ['core/src/{contract,client,targets,snapshots,experiment}'],
  },
  {
    name: 'core/src/*.ts',
    what: 'exports shared by the entry points for Node and browsers',
    may: ['core/src/{contract,query,client,targets,snapshots,display,api,experiment,model,snapshot-reader}'],
  },
  {
    name: 'core/src/browser',
    what: 'the fetch transport and the entry point for browsers',
    may: ['core/src/{contract,client,targets,snapshots,display,api,experiment,model,snapshot-reader}', 'core/src/*.ts'],
  },
  {
    name: 'core/src/node',
    what: 'undici, files, processes; the entry point for Node',
    may: [
      'core/src/{contract,spool,client,write-queue,opener,targets,snapshots,display,api,experiment,model}',
      'core/src/{snapshot-reader,browser}',
      'core/src/*.ts',
    ],
    uses: ['node:*', 'undici'],
  },
  {
    name: 'core/src/testing',
    what: 'transports for tests: fake, recording, replay, the service in process',
    may: ['core/src/{contract,client}'],
  },
  {
    name: 'server/src/errors',
    what: 'errors that are sent to the client',
    may: ['core/src/contract'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/store/disk',
    what: 'files that survive a power loss; space for deletions on a full disk',
    may: [],
    uses: ['node:*'],
  },
  {
    name: 'server/src/store/tables',
    what: 'rows and schemas of all tables; how a value is read from its text',
    may: ['core/src/query'],
  },
  {
    name: 'server/src/store/points',
    what: 'points of a metric in memory: compressed, as JSON, sampled',
    may: [],
    uses: ['node:*'],
  },
  {
    name: 'server/src/store/database',
    what: 'SQLite and PostgreSQL: connections, statements, locks; the type of an open store',
    may: ['server/src/errors', 'server/src/store/{disk,tables,points}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/store/experiments',
    what: 'projects and experiments, with their values, texts, output and processes',
    may: ['core/src/contract', 'server/src/errors', 'server/src/store/{tables,database}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/store/files',
    what: 'assets, their contents, uploads',
    may: ['server/src/errors', 'server/src/store/{disk,tables,database,experiments}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/store/metrics',
    what: 'appending and reading metrics; charts; copies of experiments',
    may: ['core/src/contract', 'server/src/errors', 'server/src/store/{tables,points,database,experiments}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/store/query',
    what: 'queries as SQL; search, order and groups of experiments',
    may: ['core/src/query', 'server/src/errors', 'server/src/store/{tables,database,experiments}'],
  },
  {
    name: 'server/src/store/registry',
    what: 'artifacts, models of experiments and registered models, with their versions',
    may: ['core/src/contract', 'server/src/errors', 'server/src/store/{tables,database,experiments,files}'],
  },
  {
    name: 'server/src/store/removal',
    what: 'deletion of experiments, projects, workspaces, artifacts and registered models',
    may: ['server/src/errors', 'server/src/store/{tables,database,experiments,files,registry}'],
  },
  {
    name: 'server/src/store/*.ts',
    what: 'opens a data folder and migrates its tables',
    may: ['server/src/errors', 'server/src/store/{disk,tables,database,experiments}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/data-folder',
    what: 'the API key, the published address, start failures and typed commands of a data folder',
    may: ['core/src/contract', 'server/src/{errors,store}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/http',
    what: 'request bodies, multipart, replies, archives, the host check',
    may: ['core/src/contract', 'server/src/{errors,store}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/handlers',
    what: 'one file for each area of the contract',
    may: ['core/src/{contract,query}', 'server/src/{errors,store,http}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/maintenance',
    what: 'check, repair, backup, restore of a data folder',
    may: ['core/src/contract', 'server/src/{errors,store,data-folder,http}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/export',
    what: 'the records of a project as tables, and the formats of their files',
    may: ['server/src/{errors,store,maintenance}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/recording',
    what: 'recordings of experiments: requests that log them again, generated from the records',
    may: ['core/src/contract', 'server/src/{errors,store,maintenance,export}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/import',
    what: 'runs of other tools, read from their files and logged to a service',
    may: ['core/src/contract', 'server/src/{errors,store,maintenance}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/page',
    what: 'the page of the service: sign-in links, sessions, documents',
    may: ['core/src/contract', 'server/src/{errors,store,data-folder,http}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/service',
    what: 'the routes, the demo data, start and end of the service',
    may: ['core/src/contract', 'server/src/{errors,store,data-folder,http,handlers,maintenance,page}'],
    uses: ['node:*'],
  },
  {
    name: 'server/src/cli',
    what: 'the command `tracklens`',
    may: [
      'core/src/{contract,spool,opener}',
      'server/src/{errors,data-folder,maintenance,export,recording,import,page,service}',
    ],
    uses: ['node:*'],
  },
  { name: 'server/src/*.ts', what: 'the entry point of the service', may: ['server/src/{store,handlers,service}'] },
  { name: 'ui/src/events', what: 'listeners of changes, timers', may: [] },
  { name: 'ui/src/text', what: 'number, date and size formats, translation', may: [pageCore] },
  { name: 'ui/src/theme', what: 'colors of the host', may: [pageCore] },
  {
    name: 'ui/src/source',
    what: 'where a view reads from: the service, or the snapshot until it responds; failures as messages',
    may: [pageCore, 'ui/src/{events,text}'],
  },
  { name: 'ui/src/records', what: 'label and state of an experiment', may: [pageCore, 'ui/src/source'] },
  {
    name: 'ui/src/manage',
    what: 'the commands that change something on the service, with what they ask and how they are undone',
    may: [pageCore, 'ui/src/{text,source,records}'],
  },
  {
    name: 'ui/src/components',
    what: 'shared components and hooks',
    may: [pageCore, 'ui/src/{text,theme,source,records}'],
  },
  {
    name: 'ui/src/charts',
    what: 'chart data as lines on the screen: drawing, interaction; `paint` paints a canvas, `export` writes CSV, PNG, SVG, HTML, code',
    may: [pageCore, 'ui/src/{events,text,components}'],
  },
  {
    name: 'ui/src/view',
    what: 'what all components of a view share: its context, layout and links',
    may: [pageCore, 'core/src/static-charts', 'ui/src/{events,text,source,records,manage,components,charts}'],
  },
  {
    name: 'ui/src/live',
    what: 'polling: only what is visible, only while it changes, slower after failures; the end of running experiments',
    may: [pageCore, 'ui/src/{events,text,source,records,components,view}'],
  },
  {
    name: 'ui/src/gallery',
    what: 'the charts of a view',
    may: [pageCore, 'ui/src/{events,text,theme,source,components,charts,view,live}'],
  },
  {
    name: 'ui/src/tabs',
    what: 'the tabs of an experiment',
    may: [pageCore, 'ui/src/{text,theme,source,records,components,charts,view,live,gallery}'],
  },
  {
    name: 'ui/src/compare',
    what: 'the comparison of experiments',
    may: [pageCore, 'ui/src/{text,source,records,components,charts,view,live,gallery,tabs}'],
  },
  {
    name: 'ui/src/query',
    what: 'the query field and its panel',
    may: [pageCore, 'ui/src/{text,source,records,components,live}'],
  },
  {
    name: 'ui/src/project',
    what: 'the table, plots and named views of a project',
    may: [pageCore, 'ui/src/{events,text,theme,source,records,components,charts,view,live,gallery,compare,query}'],
  },
  {
    name: 'ui/src/model',
    what: 'a registered model',
    may: [pageCore, 'ui/src/{text,source,records,components,view,live}'],
  },
  {
    name: 'ui/src/trees',
    what: 'the trees of the sidebars',
    may: [pageCore, 'ui/src/{events,text,source,records,manage,components,live}'],
  },
  {
    name: 'ui/src/viewer',
    what: 'the view of a target: header, tabs, project, model',
    may: [pageCore, 'ui/src/{text,theme,source,records,components,charts,view,live,tabs,project,model}'],
  },
  {
    name: 'ui/src/*',
    what: 'the entry point: mounts a view, a tree or a query panel into an element',
    may: [pageCore, 'ui/src/{text,theme,source,records,components,view,query,trees,viewer}'],
  },
  {
    name: 'ui/src/page',
    what: 'the page of the service in a browser: routes, history, start page',
    may: [pageCore, 'ui/src/{events,text,theme,source,records,components,live,trees}', 'ui/src/*'],
  },
  {
    name: 'jupyterlab-ext/src/images',
    what: 'PNG files and thumbnails, in browsers and in Node',
    may: ['core/src/charts'],
  },
  {
    name: 'jupyterlab-ext/src/node-program',
    what: 'the Node.js program of the Python package: outputs of `display`, compiled queries',
    may: ['core', 'jupyterlab-ext/src/images'],
    uses: ['node:*'],
  },
  {
    name: 'jupyterlab-ext/src/saved-outputs',
    what: 'the saved forms of live outputs: made in the browser, written into the notebook',
    may: [pageCore, 'core/src/static-charts', 'ui', 'jupyterlab-ext/src/images'],
    uses: ['jupyterlab'],
  },
  {
    name: 'jupyterlab-ext/src',
    what: 'plugins; `tracklens/` is the Python package of the same wheel, with the proxy that adds the key',
    may: [pageCore, 'ui', 'jupyterlab-ext/src/saved-outputs'],
    uses: ['jupyterlab'],
  },
  {
    name: 'vscode-ext/src/{renderer,webview}',
    what: 'the scripts of panels and notebook outputs',
    may: [pageCore, 'ui', 'vscode-ext/src'],
  },
  {
    name: 'vscode-ext/src',
    what: 'activation, commands, trees, panels in the extension host',
    may: ['core', 'ui'],
    uses: ['node:*', 'vscode'],
  },
];

/** Restricted modules: how each looks once it is resolved. */
const restricted = {
  'node:*': { dependencyTypes: ['core'] },
  undici: { path: '^(?:node_modules/)?undici(?:/|$)' },
  vega: { path: '^(?:node_modules/)?vega(?:/|$)' },
  'vega-lite': { path: '^(?:node_modules/)?vega-lite(?:/|$)' },
  jupyterlab: { path: '^(?:node_modules/)?@(?:jupyterlab|lumino)/' },
  vscode: { path: '^(?:vscode$|node_modules/@types/vscode/)' },
};

/** Uses that are restricted within a package, by the names of the other packages, where they are free. */
const freeIn = { vega: ['ui'], 'vega-lite': ['ui'] };

/** Returns the regular expression of a module's files. `{a,b}` lists names; `*` is a file, not a folder. */
function pathOf(name) {
  const path = name.replace(/\{([^}]*)\}/g, (_, names) => `(?:${names.replaceAll(',', '|')})`);
  if (path.endsWith('*.ts')) return `^packages/${path.slice(0, -'*.ts'.length)}[^/]+\\.ts$`;
  if (path.endsWith('*')) return `^packages/${path.slice(0, -1)}[^/]+$`;
  return `^packages/${path}/`;
}

const tests = '(?:\\.test\\.tsx?$|/src/test-support/|/server/src/testing/|\\.d\\.ts$)';

/** Rules of one module: what it may import of ours, and which restricted modules it may not import. */
function rulesOf({ name, may, uses = [] }, index) {
  // A file belongs to the first module that matches it.
  const inner = modules.slice(0, index).filter((other) => other.name.startsWith(`${name}/`));
  const from = { path: pathOf(name), pathNot: [tests, ...inner.map((other) => pathOf(other.name))] };
  const forbidden = Object.entries(restricted).filter(
    ([use]) => !uses.includes(use) && !freeIn[use]?.includes(name.split('/')[0]),
  );
  return [
    {
      name: `imports of ${name}`,
      severity: 'error',
      comment: `${name} may import ${may.join(', ') || 'nothing of ours'}`,
      from,
      to: { path: '^packages/', pathNot: [pathOf(name), ...may.map(pathOf)] },
    },
    ...forbidden.map(([use, to]) => ({
      name: `${use} in ${name}`,
      severity: 'error',
      comment: `${name} may not import ${use}`,
      from,
      to,
    })),
  ];
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'circular',
      severity: 'error',
      from: { path: '^packages/' },
      to: { circular: true },
    },
    {
      name: 'unresolved',
      severity: 'error',
      from: { path: '^packages/', pathNot: [tests, '/dist/'] },
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
    {
      name: 'outside of the packages',
      severity: 'error',
      comment: 'Scripts, tests and measurements import the packages, never the reverse',
      from: { path: '^packages/[^/]+/src/', pathNot: tests },
      to: { path: '^(?:scripts|test|bench|examples)/' },
    },
    {
      name: 'in a module',
      severity: 'error',
      comment: 'Every file belongs to a module of the list',
      from: { path: '^packages/[^/]+/src/', pathNot: [tests, ...modules.map(({ name }) => pathOf(name))] },
      to: {},
    },
    ...modules.flatMap(rulesOf),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What builds write: its sources are checked, and its chunks load each other lazily.
    exclude: { path: '^packages/[^/]+/(?:dist|lib|build|tracklens)/' },
    // Imports of types count too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['@tracklens/source', 'import', 'node', 'types', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.json', '.css'],
    },
    cache: { folder: '.cache/dependency-cruiser', strategy: 'content' },
  },
};
