import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emitter } from './emitter.ts';

test('a value is passed to each listener until it is removed', () => {
  const { subscribe, emit } = emitter<number>();
  const seen: string[] = [];
  const remove = subscribe((value) => seen.push(`first ${value}`));
  subscribe((value) => seen.push(`second ${value}`));
  emit(1);
  remove();
  remove();
  emit(2);
  assert.deepEqual(seen, ['first 1', 'second 1', 'second 2']);
});

test('a listener that removes itself or adds another does not affect the others', () => {
  const { subscribe, emit } = emitter();
  const seen: string[] = [];
  const remove = subscribe(() => {
    remove();
    subscribe(() => seen.push('added'));
  });
  subscribe(() => seen.push('other'));
  emit();
  assert.deepEqual(seen, ['other']);
  emit();
  assert.deepEqual(seen, ['other', 'other', 'added']);
});
