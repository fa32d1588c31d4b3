import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { completeQuery } from './complete.ts';

const columns = [
  { name: 'loss', source: 'metrics', type: 'double' },
  { name: 'val_loss', source: 'metrics', type: 'double' },
  { name: 'acc', source: 'metrics', type: 'double' },
  { name: 'say "hi"', source: 'params', type: 'string' },
  { name: 'shuffle', source: 'params', type: 'boolean' },
  { name: 'started', source: 'metadata', type: 'datetime' },
  { name: 'best', source: 'tag', type: 'string' },
];

/** Returns the labels at the cursor `¦`. */
function labels(marked: string): string[] {
  return complete(marked).items.map(({ label }) => label);
}

function complete(marked: string) {
  return completeQuery(marked.replace('¦', ''), marked.indexOf('¦'), columns);
}

/** Returns the text after accepting an item. */
function accept(marked: string, label: string): string {
  const { from, to, items } = complete(marked);
  const item = items.find((candidate) => candidate.label === label);
  assert.ok(item, `${label} is not offered`);
  const text = marked.replace('¦', '');
  return text.slice(0, from) + item.insert + text.slice(to);
}

const expectedKinds = ['Environment', 'Metric', 'Parameter', 'Other', 'Metadata', 'Tag', '~'];

describe('valid continuations are offered', () => {
  const offers = (marked: string, expected: string[]) => test(marked, () => assert.deepEqual(labels(marked), expected));

  offers('¦', expectedKinds);
  offers('(¦', expectedKinds);
  offers('Tag("a") & ¦', expectedKinds);
  offers('~¦', expectedKinds);
  offers('Me¦', ['Metric', 'Metadata', 'Environment', 'Parameter']);
  offers('Metric(¦', ['loss', 'val_loss', 'acc']);
  offers('Metric("¦', ['loss', 'val_loss', 'acc']);
  offers('Metric("lo¦', ['loss', 'val_loss']);
  offers('Metric("lo¦") < 1', ['loss', 'val_loss']);
  offers('Tag("¦")', ['best']);
  offers('Metric("loss") ¦', ['==', '<=', '>=', '!=', '<', '>', '.between']);
  offers('Metric("loss").¦', ['between']);
  offers('Parameter("say \\"hi\\"").¦', ['contains', 'startswith', 'endswith']);
  offers('Parameter("say \\"hi\\"").st¦', ['startswith']);
  offers('Parameter("unheard of").¦', ['between', 'contains', 'startswith', 'endswith']);
  offers('Parameter("shuffle") ¦', ['==', '!=']);
  offers('Parameter("shuffle") == ¦', ['True', 'False', 'None']);
  offers('Parameter("shuffle") == T¦', ['True']);
  offers('Parameter("say \\"hi\\"") == ¦', ['None', '""']);
  offers('Metadata("started") > ¦', ['datetime']);
  offers('Metric("loss") <¦', ['<=', '<']);
  offers('Metric("loss") < 1 ¦', ['&', '|']);
  offers('(Metric("loss") < 1 ¦', [')', '&', '|']);
  offers('Tag("a") ¦', ['&', '|']);
  offers('Tag("a") | ¦', expectedKinds);
  offers('Metric("loss").between(1, 2) ¦', ['&', '|']);
  offers('Metric("loss").between(1, ¦', []);
  offers('Parameter("x") == "lo¦', []);
  offers('or or ) ( Metric("a¦', ['acc', 'val_loss']);
});

describe('accepting an item completes the text', () => {
  const gives = (marked: string, label: string, expected: string) =>
    test(`${marked} + ${label}`, () => assert.equal(accept(marked, label), expected));

  gives('¦', 'Metric', 'Metric("');
  gives('Metric("¦', 'loss', 'Metric("loss")');
  gives('Metric("lo¦ss") < 1', 'val_loss', 'Metric("val_loss") < 1');
  gives('Metric("¦ & Tag("b")', 'loss', 'Metric("loss") & Tag("b")');
  gives('Metric(¦', 'loss', 'Metric("loss")');
  gives('Parameter("¦', 'say "hi"', 'Parameter("say \\"hi\\"")');
  gives("Parameter('¦", 'say "hi"', 'Parameter(\'say "hi"\')');
  gives('Metric("loss") <¦', '<=', 'Metric("loss") <= ');
  gives('Metric("loss").be¦', 'between', 'Metric("loss").between(');
  gives('(Metric("loss") < 1¦', ')', '(Metric("loss") < 1)');
});
