import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { idBelow, isWithin, ownId, rootId, treeNodeId } from './tree-node-id.ts';

const path = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 });

test('an id below another is that of its own tree again without the other', () => {
  fc.assert(
    fc.property(path, path, (above, own) => {
      const [parent, node] = [treeNodeId(null, ...above), treeNodeId(null, ...own)];
      assert.equal(ownId(parent, idBelow(parent, node)), node);
      assert.equal(idBelow(parent, node), treeNodeId({ id: parent }, ...own));
      assert.ok(isWithin(idBelow(parent, node), parent));
      assert.ok(isWithin(node, rootId));
    }),
  );
});

test('a node is not below one whose name begins like its own', () => {
  assert.ok(!isWithin(treeNodeId(null, 'ab'), treeNodeId(null, 'a')));
  assert.ok(!isWithin(treeNodeId(null, 'a'), treeNodeId(null, 'a', 'b')));
});
