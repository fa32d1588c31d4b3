import '../testing/use-editor-api.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextDocument } from 'vscode';
import type { Services } from '../services.ts';

const { projectOf, setFileProject } = await import('./query-documents.ts');

const project = { workspace: 'team', projectName: 'vision' };

test('the project of a query is stored with its file; a new document has none of an earlier one of its name', async () => {
  const stored = new Map<string, unknown>();
  const workspaceState = {
    get: (key: string) => stored.get(key),
    update: async (key: string, value: unknown) => void stored.set(key, value),
  };
  const services = { connectionId: 'lab', context: { workspaceState } } as unknown as Services;
  const documentOf = (uri: string, isUntitled: boolean) =>
    ({ uri: { scheme: uri.split(':')[0], toString: () => uri }, isUntitled }) as unknown as TextDocument;
  const cases = [
    ['file:///good.tlquery', false],
    ['untitled:Untitled-1', true],
  ] as const;
  for (const [uri, isUntitled] of cases) {
    const document = documentOf(uri, isUntitled);
    assert.equal(projectOf(services, document), null);
    await setFileProject(services, document, project);
    assert.partialDeepStrictEqual(projectOf(services, document), project);
    const later = projectOf(services, documentOf(uri, isUntitled));
    assert.deepEqual(later, isUntitled ? null : { ...project, connectionId: 'lab' });
  }
});
