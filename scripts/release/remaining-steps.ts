import { releaseTag } from './published-readme.ts';

/** State of a finished build of the distributions. */
export interface BuiltRelease {
  readonly version: string;
  /** File names of the distributions. */
  readonly names: readonly string[];
  /** Whether the changelog has the date of the version. */
  readonly isDated: boolean;
  /** Whether files of the working tree differ from the last commit. */
  readonly hasChanges: boolean;
}

/** Returns what remains for a person: the commands that publish the distributions, in their order. */
export function remainingSteps({ version, names, isDated, hasChanges }: BuiltRelease): string {
  const tag = releaseTag(version);
  const matching = (...endings: string[]) =>
    names.filter((name) => endings.some((ending) => name.endsWith(ending))).map((name) => `release/${name}`);
  const before = [
    ...(isDated ? [] : [`Replace "unreleased" by the date in CHANGELOG.md, commit, and run npm run release again.`]),
    ...(hasChanges ? ['The working tree has changes that are not committed: commit them, and run it again.'] : []),
  ];
  const steps = [
    ...before,
    `Tag the commit; the images of the READMEs are loaded from this tag:\n     git tag ${tag} && git push origin ${tag}`,
    `npm (the scope @tracklens needs an account with the right to publish; core comes before server):\n${matching(
      '.tgz',
    )
      .map((file) => `     npm publish ${file}`)
      .join('\n')}`,
    `PyPI:\n     .cache/release-venv/bin/twine upload ${matching('.whl', '.tar.gz').join(' ')}`,
    `Visual Studio Marketplace and Open VSX (publisher "tracklens"):\n${matching('.vsix')
      .flatMap((file) => [`     npx vsce publish --packagePath ${file}`, `     npx ovsx publish ${file}`])
      .join('\n')}`,
    `Create a release for ${tag} at the repository, with release/SHA256SUMS and the entry of CHANGELOG.md.`,
  ];
  return ['What remains for a person:', ...steps.map((text, index) => `  ${index + 1}. ${text}`)].join('\n');
}
