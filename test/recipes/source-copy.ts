import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '@tracklens/core/test-support';
import { root } from '../../scripts/folders.ts';
import type { Insertion, Step } from './recipe.ts';

const execute = promisify(execFile);

/** Result of a program: its exit code and everything it printed. */
export interface ProgramResult {
  readonly code: number;
  readonly output: string;
}

/** Copy of the sources in which the steps of recipes are applied. It shares the installed packages. */
export class SourceCopy {
  readonly folder: string;
  /** Counts the changes of each file. */
  readonly versions = new Map<string, number>();
  /** Counts all changes. */
  changes = 0;
  readonly #originals = new Map<string, string | null>();
  /** Files as a command of a step wrote them. */
  readonly #generated = new Map<string, string>();

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Copies the sources. The copy is deleted with the cleanup stack. */
  static async create(cleanup: AsyncDisposableStack): Promise<SourceCopy> {
    const folder = await temporaryFolder(cleanup);
    const { stdout } = await execute('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
      cwd: root,
      maxBuffer: 10_000_000,
    });
    for (const file of stdout.split('\0').filter(Boolean)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      // A file may be deleted and not committed yet.
      await copyFile(path.join(root, file), path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
    await linkModules(folder);
    return new SourceCopy(folder);
  }

  /** Changes the files so that exactly these steps are applied. */
  async apply(steps: readonly Step[]): Promise<void> {
    const wanted = new Map(this.#originals);
    for (const step of steps) {
      if ('create' in step) wanted.set(step.create, step.text);
      if ('edit' in step) {
        const text = wanted.get(step.edit) ?? (await this.read(step.edit))!;
        wanted.set(step.edit, [step, ...(step.also ? [step.also] : [])].reduce(withInsertion, text));
      }
    }
    await this.#write(wanted);
    for (const step of steps) if ('run' in step) await this.#generate(step);
  }

  /** Reads a file of the copy; null if it does not exist. */
  async read(file: string): Promise<string | null> {
    return await readFile(path.join(this.folder, file), 'utf8').catch(() => null);
  }

  /** Runs a program of the project in the copy. */
  async run(...args: readonly string[]): Promise<ProgramResult> {
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
    const env = { ...inherited, NODE_COMPILE_CACHE: path.join(this.folder, '.cache', 'compile-cache') };
    try {
      const { stdout, stderr } = await execute(process.execPath, ['--conditions=@tracklens/source', ...args], {
        cwd: this.folder,
        env,
        maxBuffer: 50_000_000,
      });
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    }
  }

  /** Runs the tests of a file whose titles match one of the patterns. */
  async runTests(file: string, ...titles: readonly string[]): Promise<ProgramResult> {
    const patterns = titles.map((title) => `--test-name-pattern=${title}`);
    return await this.run('--test', '--test-isolation=none', '--test-reporter=spec', ...patterns, file);
  }

  async #generate({ run, writes, compiles }: Extract<Step, { run: string }>): Promise<void> {
    if (writes.some((file) => !this.#generated.has(file))) {
      for (const file of writes) this.#originals.set(file, await this.read(file));
      if (compiles !== undefined) await this.run('node_modules/typescript-7/bin/tsc', '-b', compiles);
      const [script, ...args] = run.split(' ');
      const { code, output } = await this.run(`scripts/${script}.ts`, ...args);
      if (code !== 0) throw new Error(`${run}: ${output}`);
      for (const file of writes) this.#generated.set(file, (await this.read(file))!);
    }
    await this.#write(new Map(writes.map((file) => [file, this.#generated.get(file)!])));
  }

  async #write(wanted: ReadonlyMap<string, string | null>): Promise<void> {
    for (const [file, text] of wanted) {
      const before = await this.read(file);
      if (!this.#originals.has(file)) this.#originals.set(file, before);
      if (before === text) continue;
      const target = path.join(this.folder, file);
      if (text === null) await rm(target);
      else await writeFile(target, text);
      this.versions.set(file, (this.versions.get(file) ?? 0) + 1);
      this.changes++;
    }
  }
}

/** Links the installed packages, except those of this project, which are the copies. */
async function linkModules(folder: string): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, '@tracklens'), { recursive: true });
  for (const name of await readdir(path.join(root, 'node_modules'))) {
    if (name !== '@tracklens' && name !== '.cache') {
      await symlink(path.join(root, 'node_modules', name), path.join(modules, name));
    }
  }
  for (const name of await readdir(path.join(root, 'node_modules', '@tracklens'))) {
    await symlink(path.join(folder, 'packages', name), path.join(modules, '@tracklens', name));
  }
  for (const name of await readdir(path.join(root, 'packages'))) {
    const nested = path.join(root, 'packages', name, 'node_modules');
    const isThere = await readdir(nested).then(
      () => true,
      () => false,
    );
    if (isThere) await symlink(nested, path.join(folder, 'packages', name, 'node_modules'));
  }
}

function withInsertion(text: string, { before, text: insertion }: Insertion): string {
  const position = text.indexOf(before);
  if (position < 0) throw new Error(`No text “${before}” to insert before: adapt test/recipes/recipes.ts.`);
  return text.slice(0, position) + insertion + text.slice(position);
}
