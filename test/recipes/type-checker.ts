import path from 'node:path';
import ts from 'typescript';
import type { SourceCopy } from './source-copy.ts';

/** Projects whose sources are checked; the last one has the options of all. */
const projects = ['packages/core', 'packages/ui', 'packages/jupyterlab-ext', 'packages/vscode-ext', 'test'];

/** Type checker over a copy of the sources. After a change it checks only the requested files. */
export class TypeChecker {
  readonly #copy: SourceCopy;
  readonly #service: ts.LanguageService;
  readonly #roots: readonly string[];

  constructor(copy: SourceCopy) {
    this.#copy = copy;
    const configurations = projects.map((project) => configuration(copy.folder, project));
    const inCopy = (file: string) => path.relative(copy.folder, file);
    this.#roots = [...new Set(configurations.flatMap(({ fileNames }) => fileNames))].map(inCopy);
    const { options } = configurations.at(-1)!;
    const settings: ts.CompilerOptions = { ...options, composite: false, declaration: false, noEmit: true };
    for (const name of ['emitDeclarationOnly', 'rootDir', 'outDir', 'configFilePath']) delete settings[name];
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => settings,
      getScriptFileNames: () => [...this.#files()].map((file) => path.join(copy.folder, file)),
      // Unchanged sources are not read from the disk again.
      getProjectVersion: () => String(copy.changes),
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
    return this.#service
      .getSemanticDiagnostics(path.join(this.#copy.folder, file))
      .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  }

  /** Returns the errors in all files except unit tests. */
  errors(): readonly string[] {
    return [...this.#files()].filter((file) => !file.endsWith('.test.ts')).flatMap((file) => this.errorsIn(file));
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
