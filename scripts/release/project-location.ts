import gitHost from 'hosted-git-info';

/** Fields of the published manifests that say where the project is. The package.json of the root has them. */
export interface ProjectLocation {
  readonly repository: { readonly type: 'git'; readonly url: string };
  readonly homepage: string;
  readonly bugs: { readonly url: string };
  /** Returns the address of a file's content in the release with this tag. */
  fileUrl(path: string, tag: string): string;
  /** Returns the address of the page that shows a file of the release with this tag. */
  pageUrl(path: string, tag: string): string;
}

const exampleRepository = 'git+https://github.com/OWNER/tracklens.git';

/** Returns the text of a field that npm accepts as a text or as an object with a `url`. */
function urlOf(field: unknown): string | null {
  const url = typeof field === 'object' && field !== null ? (field as { url?: unknown }).url : field;
  return typeof url === 'string' && url !== '' ? url : null;
}

/**
 * Returns where the project is, from the package.json of the root.
 *
 * @throws Error for absent fields, with the commands that set them, and for a repository whose file addresses are
 *   unknown
 */
export function projectLocation(manifest: Readonly<Record<string, unknown>>): ProjectLocation {
  const [repository, homepage, bugs] = [manifest.repository, manifest.homepage, manifest.bugs].map(urlOf);
  const host = gitHost.fromUrl(repository ?? exampleRepository);
  if (host === undefined) {
    throw new Error(
      `package.json: the repository ${repository} is not on GitHub, GitLab, Bitbucket or SourceHut, so the addresses of the images in the READMEs are unknown. Set another one: npm pkg set repository.url=${exampleRepository}`,
    );
  }
  const remedies = [
    ['repository', repository, `repository.type=git repository.url=${exampleRepository}`],
    ['homepage', homepage, `homepage=${host.docs()}`],
    ['bugs', bugs, `bugs.url=${host.bugs()}`],
  ].filter(([, value]) => value === null);
  if (repository == null || homepage == null || bugs == null) {
    const names = remedies.map(([name]) => name).join(', ');
    throw new Error(
      [
        `package.json in the root folder has no ${names}. Every published package shows them. Set them, then run the release again:`,
        ...remedies.map(([, , fields]) => `  npm pkg set ${fields}`),
      ].join('\n'),
    );
  }
  return {
    repository: { type: 'git', url: host.https() },
    homepage,
    bugs: { url: bugs },
    fileUrl: (path, tag) => host.file(path, { committish: tag }),
    pageUrl: (path, tag) => host.browse(path, { committish: tag }),
  };
}
