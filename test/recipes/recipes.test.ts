import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { inRoot } from '../../scripts/folders.ts';
import { type Guard, placeOf, type Recipe, type Step } from './recipe.ts';
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
      recipe.steps.map((step) => placeOf(step, recipe)),
    );
    const places = recipe.steps.filter((step) => !('run' in step));
    const commands = recipe.steps.length - places.length;
    t.diagnostic(`${recipe.title}: ${places.length} places; commands: ${commands}`);
    assert.ok(places.length <= recipe.maxPlaces, `more than ${recipe.maxPlaces} places`);
  });
}

describe('on a copy of the sources', () => {
  const all = recipes.flatMap(({ steps }) => steps);
  let copy: SourceCopy;
  let checker: TypeChecker;

  before(async () => {
    copy = await SourceCopy.create();
    checker = new TypeChecker(copy);
  });
  after(() => copy.remove());

  /** Fails unless a guard passes. */
  const passes = async (guard: Guard): Promise<void> => {
    if (!('test' in guard)) return;
    const { code, output } = await copy.runTests([guard.test], exactly(guard.title));
    assert.equal(code, 0, output);
    assert.match(output, /pass 1\n/);
  };

  /** Fails unless a guard reports a mistake. */
  const reports = async (guard: Guard): Promise<void> => {
    if ('test' in guard) {
      const { code, output } = await copy.runTests([guard.test], exactly(guard.title));
      assert.notEqual(code, 0, `the test “${guard.title}” passes`);
      assert.ok(output.includes(`✖ ${guard.title}`), output);
    } else assert.match(checker.errorsIn(guard.typeErrorIn).join('\n'), guard.message);
  };

  test('all recipes together compile', async () => {
    await copy.apply(all);
    assert.deepEqual(checker.errors(), []);
  });

  for (const recipe of recipes) {
    test(`${recipe.title}: what it adds works`, async () => {
      await copy.apply(all);
      for (const { test: file, titles } of recipe.works) {
        const { code, output } = await copy.runTests([file], titles);
        assert.equal(code, 0, output);
        assert.doesNotMatch(output, /pass 0\n/, `no test of ${file} matches ${titles}`);
      }
      for (const { guard } of recipe.steps) await passes(guard);
    });

    for (const step of recipe.steps) {
      test(`${recipe.title}: a failure names what is missing without ${placeOf(step, recipe)}`, async () => {
        await copy.apply(all.filter((other: Step) => other !== step));
        await reports(step.guard);
      });
    }
  }
});

/** Returns the pattern of exactly one title. */
function exactly(title: string): string {
  return `^${title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
}
