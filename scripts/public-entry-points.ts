/** Entry point of a published package. */
export interface EntryPoint {
  readonly name: string;
  /** Introduction for the reference. */
  readonly about: string;
  /** Source file, relative to the root. */
  readonly source: string;
  /** Declarations written by `tsc -b`, relative to the root. */
  readonly declarations: string;
}

function entryPoint(name: string, file: string, about: string): EntryPoint {
  const [, folder] = name.split('/');
  return {
    name,
    about,
    source: `packages/${folder}/src/${file}.ts`,
    declarations: `packages/${folder}/dist/${file}.d.ts`,
  };
}

/** Entry points whose API is reported in `docs/api` and documented in `docs/reference`. */
export const entryPoints: readonly EntryPoint[] = [
  entryPoint('@tracklens/core', 'node/index', 'Client for Node: experiments, projects, assets, artifacts and models.'),
  entryPoint('@tracklens/core/browser', 'browser/index', 'Client for pages: the API without files of the computer.'),
  entryPoint('@tracklens/core/client', 'client/index', 'Building blocks of a client for hosts: transports and cache.'),
  entryPoint('@tracklens/core/display', 'display/index', 'Targets, view state, charts and outputs of notebook cells.'),
  entryPoint('@tracklens/core/query', 'query/index', 'Query language: parse, print, build, complete and evaluate.'),
  entryPoint(
    '@tracklens/core/static-charts',
    'static-charts/index',
    'Charts and outputs as HTML, text and images, for programs without a page.',
  ),
  entryPoint('@tracklens/core/testing', 'testing/index', 'Transports for tests of programs that use the client.'),
  entryPoint('@tracklens/server', 'index', 'Local service, to be started in a process or called without a socket.'),
];

/** Returns the file or folder name of an entry point in the documentation, for example `core-client`. */
export function documentName({ name }: EntryPoint): string {
  return name.replace('@tracklens/', '').replace('/', '-');
}
