import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import { suiteCleanup } from '@tracklens/core/test-support';
import { inRoot } from '../../scripts/folders.ts';
import { type Guard, pathOf, type Recipe } from './recipe.ts';
import { recipes } from './recipes.ts';
import { SourceCopy } from './source-copy.ts';
import { TypeChecker } from './type-checker.ts';

/** Returns the section of the contribution guide below a heading. */
async function sectionOf({ title }: Recipe): Promise<string> {
  const guide = await readFile(inRoot('CONTRIBUTING.md'), 'utf8');
  const [, section] = guide.split(`## ${title}\n`);
  assert.ok(section !== undefined, `CONTRIBUTING.md has no section “${title}”`);
  return section.split('\n## ')[0]!;
}

for (const recipe of recipes) {
  test(`${recipe.title}: the contribution guide lists exactly the steps that are needed`, async (t) => {
    const items = [...(await sectionOf(recipe)).matchAll(/^\d+\. `([^`]+)`/gm)].map(([, place]) => place);
    assert.deepEqual(
      items,
      recipe.steps.map((step) => pathOf(step, recipe)),
    );
    const commands = recipe.steps.filter((step) => 'run' in step).length;
    const tests = recipe.steps.filter(({ isTest }) => isTest).length;
    const places = recipe.steps.length - commands;
    t.diagnostic(`${recipe.title}: places ${places} (tests ${tests}), commands ${commands}`);
    assert.ok(places <= recipe.maxPlaces, `more than ${recipe.maxPlaces} places`);
  });
}

describe('on a copy of the sources', () => {
  const all = recipes.flatMap(({ steps }) => steps);
  const stack = suiteCleanup();
  let copy: SourceCopy;
  let checker: TypeChecker;

  before(async () => {
    copy = await SourceCopy.create(stack);
    checker = new TypeChecker(copy);
  });

  const runScript = ({ script }: Extract<Guard, { script: string }>) => copy.run(`scripts/${script}.ts`);

  /** Patterns of the tests that must pass with a recipe, by file. */
  const expectedTests = ({ works, steps }: Recipe): Map<string, { run: string; passes: string }[]> => {
    const tests = new Map<string, { run: string; passes: string }[]>();
    const add = (file: string, run: string, passes = run) => {
      tests.set(file, [...(tests.get(file) ?? []), { run, passes }]);
    };
    for (const { test: file, titles } of works) add(file, titles);
    for (const { guard } of steps) {
      if ('test' in guard) add(guard.test, patternOf(guard), exactly(guard.title));
    }
    return tests;
  };

  /** Fails unless a guard reports what is missing. */
  const reports = async (guard: Guard): Promise<void> => {
    if ('test' in guard) {
      const { code, output } = await copy.runTests(guard.test, patternOf(guard));
      assert.notEqual(code, 0, `the test “${guard.title}” passes`);
      assert.ok(output.includes(`✖ ${guard.title}`), output);
    } else if ('script' in guard) assert.notEqual((await runScript(guard)).code, 0);
    else assert.match(checker.errorsIn(guard.typeErrorIn).join('\n'), guard.message);
  };

  test('all recipes together compile', async () => {
    await copy.apply(all);
    assert.deepEqual(await checker.errors(), []);
  });

  for (const recipe of recipes) {
    test(`${recipe.title}: what it adds works`, async () => {
      await copy.apply(all);
      for (const [file, tests] of expectedTests(recipe)) {
        const { code, output } = await copy.runTests(file, ...tests.map(({ run }) => run));
        assert.equal(code, 0, output);
        const passed = [...output.matchAll(/^\s*✔ (.*) \([\d.]+ms\)/gm)].map(([, title]) => title!);
        for (const { passes } of tests) {
          const pattern = new RegExp(passes);
          assert.ok(
            passed.some((title) => pattern.test(title)),
            `no test of ${file} that passed matches ${passes}\n${output}`,
          );
        }
      }
      // Type errors are not looked for: all sources were checked before.
      for (const { guard } of recipe.steps) {
        if ('script' in guard) assert.equal((await runScript(guard)).code, 0);
      }
    });

    for (const step of recipe.steps) {
      test(`${recipe.title}: the failure names what is missing without ${pathOf(step, recipe)}`, async () => {
        await copy.apply(all.filter((other) => other !== step));
        await reports(step.guard);
      });
    }
  }
});

/** Returns the pattern of the test of a guard, or of the suite that contains it. */
function patternOf({ title, within }: Extract<Guard, { test: string }>): string {
  return exactly(within ?? title);
}

/** Returns the pattern of exactly one title. */
function exactly(title: string): string {
  return `^${title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
}
