import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { suiteCleanup, temporaryFolder } from '@tracklens/core/test-support';
import { buildNodeProgram } from '../../packages/jupyterlab-ext/build.ts';
import { inRoot } from '../../scripts/folders.ts';
import { type LocalService, pythonEnvironment, startLocalService } from '../../scripts/setup.ts';

/*
 * The Python package as a library: its data, the arguments of `display` and its types, with the real SDK, data frame
 * libraries and service.
 */

const packageFolder = inRoot('packages', 'jupyterlab-ext');

const userScript = inRoot('test', 'jupyterlab', 'user_script.py');

/** Prints the names of the package, and the members of its classes, that a script does not use. */
const unused = `
import ast, inspect, sys, tracklens

def members(cls):
    fields = {name for base in cls.__mro__ for name in vars(base).get("__annotations__", {})}
    return {name for name in {*dir(cls), *fields} if not name.startswith("_")}

tree = ast.parse(open(sys.argv[1]).read())
used = {getattr(node, "attr", getattr(node, "id", None)) for node in ast.walk(tree)}
by_class = {}
for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
    for argument in function.args.args:
        name = ast.unparse(argument.annotation).removeprefix("tracklens.")
        read = {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute) and ast.unparse(node.value) == argument.arg}
        by_class.setdefault(name, set()).update(read)
for name in tracklens.__all__:
    value = getattr(tracklens, name)
    if name not in used:
        print(name)
    if inspect.isclass(value) and not issubclass(value, Exception):
        print(*(f"{name}.{member}" for member in sorted(members(value) - by_class.get(name, set()))), sep="\\n", end="")`;

const mistakes = `
import tracklens

tracklens.display("key", tab="chats")
tracklens.experiments("demo", "digits").to_pandas(form="tall")
tracklens.experiment(5)
tracklens.experiments("demo", "digits")[0].stat
`;

describe('the Python package as a library', { timeout: 480_000 }, () => {
  const stack = suiteCleanup();
  let folder: string;
  let service: LocalService;

  before(async () => {
    folder = await temporaryFolder(stack);
    await buildNodeProgram();
    service = await startLocalService(path.join(folder, 'data'), { demo: true });
    stack.defer(() => service.stop());
  });

  async function python(args: readonly string[]) {
    const { python: program, env } = await pythonEnvironment();
    const own = { PYTHONPATH: packageFolder, PYTHONDONTWRITEBYTECODE: '1', COMET_ERROR_TRACKING_ENABLE: 'false' };
    return await promisify(execFile)(program, args, {
      cwd: folder,
      env: { ...env, ...service.env, ...own, HOME: folder, IPYTHONDIR: path.join(folder, 'ipython') },
    }).catch((error: { stdout: string; stderr: string }) => error);
  }

  test('data, queries, references and display with a real service', async () => {
    const tests = path.join(packageFolder, 'python-tests', 'service');
    const { stderr } = await python(['-m', 'unittest', 'discover', '-s', tests]);
    assert.match(stderr, /Ran \d{2,} tests in .*\n\nOK/, stderr);
  });

  test('mypy accepts the package and the script of a user, which has each public name, and finds mistakes in one', async () => {
    await writeFile(path.join(folder, 'mistakes.py'), mistakes);
    const mypy = ['-m', 'mypy', '--strict', '--ignore-missing-imports', '--python-version', '3.10', '--no-pretty'];
    const right = await python([...mypy, path.join(packageFolder, 'tracklens'), userScript]);
    assert.match(right.stdout, /^Success: no issues found in \d+ source files/, right.stdout);
    const { stdout } = await python(['-c', unused, userScript]);
    assert.equal(stdout, '', 'the script of a user has each public name');
    const wrong = await python([...mypy, 'mistakes.py']);
    const lines = [...wrong.stdout.matchAll(/^mistakes\.py:(\d+): error/gm)].map(([, line]) => Number(line));
    assert.deepEqual([...new Set(lines)], [4, 5, 6, 7], wrong.stdout);
  });
});
