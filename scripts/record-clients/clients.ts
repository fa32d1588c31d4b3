import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { systemPackages } from '../apt-packages.ts';
import { run } from '../command.ts';
import { inCache, inRoot } from '../folders.ts';

/** Third-party client of the protocol. */
export interface Client {
  /** Name and version. */
  readonly title: string;
  /** Installs the client if missing, runs its program and returns the output. */
  run(folder: string, env: NodeJS.ProcessEnv): Promise<string>;
}

const program = (name: string) => inRoot('scripts', 'record-clients', name);
const javaVersion = '1.1.14';
const cometrVersion = '0.4.0';

/** Returns the class path of the Java SDK: the jar from COMET_JAVA_CLIENT, or the one from Maven Central. */
async function javaClassPath(): Promise<string> {
  if (process.env.COMET_JAVA_CLIENT) return process.env.COMET_JAVA_CLIENT;
  const folder = inCache('java-client');
  const pom = program('pom.xml');
  await run('mvn', ['-q', '-B', '-f', pom, `-DoutputDirectory=${folder}`, 'dependency:copy-dependencies']);
  return path.join(folder, '*');
}

const java: Client = {
  title: `Java SDK ${javaVersion}`,
  async run(folder, env) {
    await systemPackages('java');
    const classPath = await javaClassPath();
    const classes = inCache('java-client-classes');
    await mkdir(classes, { recursive: true });
    await run('javac', ['-cp', classPath, '-d', classes, program('LogAndRead.java')]);
    return await run('java', ['-cp', [classPath, classes].join(path.delimiter), 'LogAndRead', folder], { env });
  },
};

const r: Client = {
  title: `cometr ${cometrVersion}`,
  async run(folder, env) {
    await systemPackages('r');
    const library = inCache('r-library');
    await mkdir(library, { recursive: true });
    if (!existsSync(path.join(library, 'cometr'))) {
      const source = process.env.COMETR_SOURCE;
      const fromCran = `install.packages("cometr", lib = "${library}", repos = "https://cloud.r-project.org")`;
      await (source ? run('R', ['CMD', 'INSTALL', `--library=${library}`, source]) : run('Rscript', ['-e', fromCran]));
    }
    return await run('Rscript', [program('log-and-read.R'), folder], { env: { ...env, R_LIBS: library } });
  },
};

function python(version: string, ...pinned: string[]): Client {
  return {
    title: `Python SDK ${version}`,
    async run(folder, env) {
      await systemPackages('python');
      const environment = inCache('python-clients', version);
      const interpreter = path.join(environment, 'bin', 'python');
      if (!existsSync(path.join(environment, 'bin', 'comet'))) {
        await run('python3', ['-m', 'venv', environment]);
        const packages = [`comet-ml==${version}`, ...pinned];
        await run(interpreter, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]);
      }
      return await run(interpreter, [program('log_and_read.py'), folder], { cwd: folder, env });
    },
  };
}

/**
 * Unpinned dependencies of older versions of the Python SDK: pkg_resources, and an argument that urllib3 2 renamed.
 */
const olderPackages = ['setuptools<81', 'urllib3<2'];

/** Clients by the name of their recording. */
export const clients: Readonly<Record<string, Client>> = {
  java,
  r,
  'python-3.31': python('3.31.22', ...olderPackages),
  'python-3.40': python('3.40.0', ...olderPackages),
  'python-3.43': python('3.43.2', ...olderPackages),
  'python-3.58': python('3.58.8'),
};
