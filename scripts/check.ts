import { availableParallelism } from 'node:os';
import { mapConcurrent } from '../packages/core/src/client/map-concurrent.ts';
import { run } from './command.ts';
import { runTests } from './node-test.ts';
import { step } from './progress.ts';
import { once } from './stamp.ts';

const knip = 'node_modules/knip/bin/knip.js';
const knipCache = ['--cache', '--cache-location'];

/** One check of the sources. */
interface Check {
  readonly title: string;
  readonly command: readonly string[];
  /** What to do when it fails. */
  readonly remedy: string;
  /** All that it reads; it does not run again after it has passed with the same content. Default: it always runs. */
  readonly inputs?: readonly string[];
}

/** Source checks. The longest come first, so that none is left for the end. */
const checks: readonly Check[] = [
  { title: 'types', command: ['node_modules/typescript-7/bin/tsc', '-b', '--pretty', 'false'], remedy: 'npx tsc -b' },
  {
    title: 'imports between modules',
    command: [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      '--cache=.cache/dependency-cruiser',
      '--cache-strategy=content',
      'packages',
    ],
    remedy: 'import in the order of the layers; .dependency-cruiser.mjs has the list',
  },
  {
    title: 'API reference',
    command: ['scripts/reference.ts'],
    remedy: 'npm run docs; describe what it names',
    inputs: [
      ...['packages/core', 'packages/server', 'docs/reference', 'package-lock.json', 'tsconfig.base.json'],
      ...['reference.ts', 'reference.tsconfig.json', 'public-entry-points.ts', 'undocumented.ts', 'folders.ts'].map(
        (file) => `scripts/${file}`,
      ),
    ],
  },
  {
    title: 'format and lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'],
    remedy: 'npx biome check --write .',
  },
  {
    title: 'components, the length of functions and comments',
    command: [
      'node_modules/eslint/bin/eslint.js',
      '--max-warnings=0',
      '--no-color',
      '--cache',
      '--cache-strategy=content',
      '--cache-location=.cache/eslint',
      'packages',
    ],
    remedy: 'npx eslint packages; eslint.config.js has the rules',
  },
  {
    title: 'table of modules',
    command: ['scripts/module-table.ts'],
    remedy: 'node scripts/run.mjs module-table --update',
  },
  {
    title: 'spelling and flagged words',
    command: [
      'node_modules/cspell/bin.mjs',
      'lint',
      '--no-progress',
      '--no-color',
      '--cache',
      '--cache-location',
      '.cache/cspell',
      '.',
    ],
    remedy: 'correct the word, or add it to scripts/project-words.txt',
  },
  {
    title: 'unused files, exports and dependencies',
    command: [knip, '--no-progress', ...knipCache, '.cache/knip'],
    remedy: 'remove what is unused, or name its use in knip.jsonc',
  },
  {
    title: 'exports that only tests use',
    command: [
      knip,
      '--no-progress',
      ...knipCache,
      '.cache/knip-production',
      '--production',
      '--tags=-internal',
      '--include=files,exports,types',
    ],
    remedy: 'remove the export, or give it the tag @internal and say why',
  },
  {
    title: 'commit subjects',
    command: ['scripts/commit-subjects.ts'],
    remedy: 'git commit --amend, or git rebase --interactive',
  },
  {
    title: 'public interface',
    command: ['scripts/api-report.ts'],
    remedy: 'node scripts/run.mjs api-report --update',
  },
  {
    title: 'bundle sizes',
    command: ['scripts/bundle-sizes.ts'],
    remedy: 'a bundle has outgrown its budget in scripts/bundle-sizes.ts',
  },
  {
    title: 'packages of npm (publint, attw)',
    command: ['scripts/npm-package-checks.ts'],
    remedy: 'npm run build; then correct the package.json that it names',
  },
];

/** Runs all source checks, then throws one error with all failures. The types come first: other checks read them. */
export async function runChecks(): Promise<void> {
  const failures: string[] = [];
  const check = async ({ title, command, remedy, inputs }: Check) => {
    const work = async () => void (await run(process.execPath, ['--conditions=@tracklens/source', ...command]));
    // The name of the stamp is a file name.
    const name = `check-${title.toLowerCase().replaceAll(' ', '-')}`;
    await (inputs ? once({ name, title, inputs, facts: [process.version] }, work) : step(title, work)).catch((error) =>
      failures.push(`${(error as Error).message}\n${title}: ${remedy}`),
    );
  };
  const [types, ...others] = checks;
  await check(types!);
  await mapConcurrent(others, check, availableParallelism());
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
}

// Usage: npm run check. The everyday suite. `npm test` also covers the hosts (JupyterLab, VS Code, the Python SDK).
if (import.meta.main) {
  let checked = true;
  await runChecks().catch((error: Error) => {
    console.error(error.message);
    checked = false;
  });
  const passed = await runTests([
    'packages/*/src/**/*.test.ts',
    'scripts/**/*.test.ts',
    'bench/**/*.test.ts',
    'test/contract/**/*.test.ts',
  ]);
  process.exitCode = checked && passed ? 0 : 1;
}
