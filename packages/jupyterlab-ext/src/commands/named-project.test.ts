import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedProject } from './named-project.ts';

const project = { kind: 'project', workspace: 'local', projectName: 'my project' };

for (const [text, target] of [
  ['local/my project', project],
  [' local / my project ', project],
  ['local/C# models', { ...project, projectName: 'C# models' }],
  ['local/why?', { ...project, projectName: 'why?' }],
  ['local/a/b', { ...project, projectName: 'a/b' }],
  ['local/a/b/', { ...project, projectName: 'a/b' }],
  ['local/100%', { ...project, projectName: '100%' }],
  ['http://127.0.0.1:5055/local/my%20project', project],
  ['https://host.example/local/C%23%20models/?query=x#top', { ...project, projectName: 'C# models' }],
  [
    'https://host.example/my%20team/a%2Fb?viewId=v1',
    { ...project, workspace: 'my team', projectName: 'a/b', viewId: 'v1' },
  ],
  [' https://host.example/local/my%20project/abc123?experiment-tab=chart', project],
  ['local', null],
  ['local/', null],
  ['/vision', null],
  ['https://host.example/local', null],
  ['https://host.example/local/%E0%A4%A', null],
  ['https://', null],
] as const) {
  test(`the text ${JSON.stringify(text)} names ${target === null ? 'no project' : `the project ${target.projectName}`}`, () => {
    assert.deepEqual(namedProject(text), target);
  });
}
