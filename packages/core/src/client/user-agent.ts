/**
 * Version of this package.
 * @internal Exported for tests: compared with package.json.
 */
export const clientVersion = '0.1.0';

/** Name and version of the program that uses the client. */
export interface AppInfo {
  /** Name, such as `trainer`. */
  readonly name: string;
  /** Version, such as `1.2.0`. */
  readonly version?: string | undefined;
  /** Address with information about the program. */
  readonly url?: string | undefined;
}

/** Parts of the runtimes' global objects that name them. */
interface Runtimes {
  readonly Deno?: { readonly version?: { readonly deno?: string } };
  readonly Bun?: { readonly version?: string };
  readonly process?: { readonly version?: string };
}

function runtimeName(): string {
  const { Deno, Bun, process } = globalThis as Runtimes;
  if (Deno?.version?.deno) return ` deno/${Deno.version.deno}`;
  if (Bun?.version) return ` bun/${Bun.version}`;
  return process?.version ? ` node/${process.version.replace(/^v/, '')}` : '';
}

/** Replaces what is not allowed in a product name or version of a `User-Agent`. */
const token = (text: string) => text.replace(/[^\w!#$%&'*+.^`|~-]+/g, '-');

/** Returns the `User-Agent` of the client: the program that uses it, this package and the runtime. */
export function userAgent(app?: AppInfo): string {
  const own = `tracklens-core/${clientVersion}${runtimeName()}`;
  if (app === undefined) return own;
  const version = app.version === undefined ? '' : `/${token(app.version)}`;
  const url = app.url === undefined ? '' : ` (+${app.url.replace(/[^!-'*-~]/g, '')})`;
  return `${token(app.name)}${version}${url} ${own}`;
}
