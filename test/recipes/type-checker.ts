import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import type { SourceCopy } from './source-copy.ts';

/** Projects whose sources are checked; the last one has the options of all. */
const projects = ['packages/core', 'packages/ui', 'packages/jupyterlab-ext', 'packages/vscode-ext', 'test'];

/** File of the copy with the settings of a check of all files. */
const settingsFile = 'tsconfig.recipes.json';

/**
 * Type checker over a copy of the sources. All files are checked by the native compiler, single files by a language
 * service, which after a change reads only what changed and what these files import.
 */
export class TypeChecker {
  readonly #copy: SourceCopy;
  readonly #service: ts.LanguageService;
  readonly #roots: readonly string[];
  /** Files of the language service: declarations of global names, and the files that were asked for. */
  readonly #checked: Set<string>;

  constructor(copy: SourceCopy) {
    this.#copy = copy;
    const configurations = projects.map((project) => configuration(copy.folder, project));
    const inCopy = (file: string) => path.relative(copy.folder, file);
    this.#roots = [...new Set(configurations.flatMap(({ fileNames }) => fileNames))].map(inCopy);
    this.#checked = new Set(this.#roots.filter((file) => file.endsWith('.d.ts')));
    const { options } = configurations.at(-1)!;
    const settings: ts.CompilerOptions = { ...options, composite: false, declaration: false, noEmit: true };
    for (const name of ['emitDeclarationOnly', 'rootDir', 'outDir', 'configFilePath']) delete settings[name];
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => settings,
      getScriptFileNames: () => [...this.#checked].map((file) => path.join(copy.folder, file)),
      // Unchanged sources are not read from the disk again.
      getProjectVersion: () => `${copy.changes} ${this.#checked.size}`,
      getScriptVersion: (file) => String(copy.versions.get(inCopy(file)) ?? 0),
      getScriptSnapshot: (file) => {
        const text = ts.sys.readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => copy.folder,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      realpath: ts.sys.realpath!,
    });
  }

  /** Returns the errors in a file, as text. */
  errorsIn(file: string): readonly string[] {
    this.#checked.add(file);
    return this.#service
      .getSemanticDiagnostics(path.join(this.#copy.folder, file))
      .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  }

  /** Returns the errors in all files except unit tests. */
  async errors(): Promise<readonly string[]> {
    const files = [...this.#files()].filter((file) => !file.endsWith('.test.ts'));
    const settings = {
      extends: './test/tsconfig.json',
      compilerOptions: {
        composite: false,
        declaration: false,
        emitDeclarationOnly: false,
        noEmit: true,
        rootDir: '.',
      },
      files,
      include: [],
      references: [],
    };
    await writeFile(path.join(this.#copy.folder, settingsFile), JSON.stringify(settings));
    const tsc = 'node_modules/typescript-7/bin/tsc';
    const { code, output } = await this.#copy.run(tsc, '-p', settingsFile, '--pretty', 'false');
    const errors = [...output.matchAll(/^(.+?)\(\d+,\d+\): error .*$/gm)];
    assert.ok(code === 0 || errors.length > 0, output);
    // What the files import of other projects is compiled with other settings.
    return errors.filter(([, file]) => files.includes(file!)).map(([error]) => error);
  }

  /** Files of the projects and files created since. */
  #files(): Set<string> {
    const isSource = (file: string) => /\.tsx?$/.test(file) && ts.sys.fileExists(path.join(this.#copy.folder, file));
    return new Set([...this.#roots, ...[...this.#copy.versions.keys()].filter(isSource)]);
  }
}

function configuration(folder: string, project: string): ts.ParsedCommandLine {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  return ts.getParsedCommandLineOfConfigFile(path.join(folder, project, 'tsconfig.json'), {}, host)!;
}
