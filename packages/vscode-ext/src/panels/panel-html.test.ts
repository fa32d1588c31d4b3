import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panelHtml } from './panel-html.ts';

const html = panelHtml({
  language: 'de',
  cspSource: 'https://files.example',
  scriptUrl: 'https://files.example/main.js?a="><script>alert(1)</script>',
  styleUrl: 'https://files.example/main.css',
  nonce: 'n0nce',
});

test('the policy of a panel allows its own files and nothing else', () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
  assert.equal(
    policy,
    "default-src 'none'; script-src 'nonce-n0nce' https://files.example; style-src https://files.example 'nonce-n0nce'; img-src https://files.example data: blob:; media-src blob:; font-src https://files.example",
  );
  assert.doesNotMatch(html, /unsafe|connect-src|worker-src/);
});

test('the page has the language of its texts, for screen readers', () => {
  assert.match(html, /<html lang="de">/);
});

test('URLs cannot break out of their attributes', () => {
  assert.equal(html.match(/<script/g)?.length, 1);
});

test('the page contains no inline script', () => {
  assert.match(html, /<script [^>]*><\/script>/);
  assert.doesNotMatch(html, /style=|onload=/);
});
