import assert from 'node:assert/strict';
import type { ContractCase } from '../contract-service.ts';

export const projectCases: readonly ContractCase[] = [
  {
    title: 'a project is made, found by names and by id, changed, and deleted',
    async run({ api, workspace }) {
      const { projectId } = await api.createProject(workspace, 'made', { projectDescription: 'first' });
      const made = await api.getProject(workspace, 'made');
      assert.equal(made?.projectId, projectId);
      assert.equal(made.projectDescription, 'first');
      assert.equal(made.public, false);
      await api.updateProject(workspace, 'made', { newProjectName: 'renamed', description: 'second', public: true });
      await api.updateProjectById(projectId, { description: 'third' });
      const changed = await api.getProjectById(projectId);
      assert.deepEqual(
        [changed?.projectName, changed?.projectDescription, changed?.public],
        ['renamed', 'third', true],
      );
      assert.equal(await api.getProject(workspace, 'made'), null);
      await api.deleteProject({ projectId });
      assert.equal(await api.getProjectById(projectId), null);
    },
  },
  {
    title: 'projects are listed as objects, and by name in the short form',
    async run({ api, workspace, experiment }) {
      await experiment('listed');
      const listed = (await api.getProjects(workspace)).find(({ projectName }) => projectName === 'listed');
      assert.equal(listed?.numberOfExperiments, 1);
      assert.ok(((await api.get(workspace)) as string[]).includes('listed'));
    },
  },
  {
    title: 'an absent project is null, and its notes are an error',
    async run({ api, workspace }) {
      assert.equal(await api.getProject(workspace, 'absent'), null);
      assert.equal(await api.getProjectById('00000000000000000000000000000000'), null);
      await assert.rejects(api.getProjectNotes(workspace, 'absent'), { code: 'not-found' });
    },
  },
  {
    title: 'notes replace notes, and the reply has its four fields',
    async run({ api, workspace, experiment }) {
      await experiment('noted');
      assert.equal(await api.getProjectNotes(workspace, 'noted'), '');
      await api.setProjectNotes(workspace, 'noted', 'old');
      const reply = await api.setProjectNotes(workspace, 'noted', '# Noté ✓');
      assert.deepEqual([reply.code, reply.data, reply.sdk_error_code], [200, null, 0]);
      assert.equal(await api.getProjectNotes(workspace, 'noted'), '# Noté ✓');
    },
  },
  {
    title: 'a share key is made, listed and withdrawn',
    async run({ api, workspace }) {
      const { projectId } = await api.createProject(workspace, 'shared');
      const shareKey = await api.createProjectShareKey(projectId);
      assert.deepEqual(await api.getProjectShareKeys(projectId), [shareKey]);
      await api.deleteProjectShareKey(projectId, shareKey);
      assert.deepEqual(await api.getProjectShareKeys(projectId), []);
    },
  },
  {
    title: 'a named view of a project is made, changed, made the default, and deleted',
    async run({ api, workspace }) {
      await api.createProject(workspace, 'viewed');
      const state = { version: 1, table: { columns: ['metric:loss ✓'], sort: { column: 'name', descending: true } } };
      const made = await api.saveProjectView(workspace, 'viewed', { viewName: ' By loss ', state });
      assert.equal(made.viewName, 'By loss');
      const other = await api.saveProjectView(workspace, 'viewed', { viewName: '<b>x</b>', state, isDefault: true });
      await assert.rejects(api.saveProjectView(workspace, 'viewed', { viewName: 'By loss', state }), {
        code: 'invalid',
      });
      await api.saveProjectView(workspace, 'viewed', { viewId: made.viewId, viewName: 'Loss', isDefault: true });
      const views = await api.getProjectViews(workspace, 'viewed');
      assert.deepEqual(
        views.map(({ viewName, isDefault }) => [viewName, isDefault]),
        [
          ['<b>x</b>', false],
          ['Loss', true],
        ],
      );
      assert.deepEqual(views[1]?.state, state);
      await api.deleteProjectView(workspace, 'viewed', other.viewId);
      await api.deleteProjectView(workspace, 'viewed', other.viewId);
      assert.equal((await api.getProjectViews(workspace, 'viewed')).length, 1);
      await assert.rejects(api.saveProjectView(workspace, 'viewed', { viewId: other.viewId, state }), {
        code: 'not-found',
      });
    },
  },
  {
    title: 'an experiment is shown in a second project',
    async run({ api, workspace, experiment }) {
      const one = await experiment('first');
      await api.createProject(workspace, 'second');
      assert.ok(await one.createSymlink('second'));
      const keys = async (projectName: string) =>
        (await api.getExperiments(workspace, { projectName })).map(({ key }) => key);
      assert.ok((await keys('first')).includes(one.key));
      assert.ok((await keys('second')).includes(one.key));
    },
  },
];
