import { api, id, type Step } from '../step.ts';

const workspace = 'lab';

/** Projects, their notes and share keys. */
export const projectSteps: readonly Step[] = [
  api(
    'create_project',
    { workspace, project_name: 'digits', project_description: 'Handwritten digits', public: false },
    { ids: { digits: 'projectId' } },
  ),
  api('create_project', { workspace, project_name: 'bare' }, { note: 'with defaults', ids: { bare: 'projectId' } }),
  api('create_project', { workspace, project_name: 'panel' }, { note: 'of a panel', ids: { panel: 'projectId' } }),
  api('get_workspaces', {}, { reads: ['lab'] }),
  api('get', {}, { note: 'workspaces', reads: ['lab'] }),
  api('get', { workspace }, { note: 'projects', reads: ['bare', 'digits', 'panel'] }),
  api(
    'get_projects',
    { workspace },
    {
      reads: ['bare', 'digits', 'panel'],
      readsHere: [
        { projectId: '<bare>', projectName: 'bare', public: false },
        { projectId: '<digits>', projectDescription: 'Handwritten digits', ownerUserName: 'ada' },
        { projectId: '<panel>', workspaceName: 'lab', numberOfExperiments: 0 },
      ],
    },
  ),
  api('get_projects', { workspace: 'absent' }, { note: 'of an absent workspace' }),
  api(
    'get_project',
    { workspace, project_name: 'digits' },
    {
      reads: { projectId: '<digits>', projectName: 'digits', projectDescription: 'Handwritten digits', public: false },
    },
  ),
  api('get_project', { workspace, project_name: 'absent' }, { note: 'absent', reads: null }),
  api('get_project_by_id', { project_id: id('bare') }, { reads: { projectName: 'bare', workspaceName: 'lab' } }),
  api('get_project_by_id', { project_id: 'absent' }, { note: 'absent', reads: null }),
  api('update_project', {
    workspace,
    project_name: 'bare',
    new_project_name: 'renamed',
    description: 'new',
    public: true,
  }),
  api(
    'get_project_by_id',
    { project_id: id('bare') },
    {
      note: 'as updated',
      reads: { projectName: 'renamed', projectDescription: 'new', public: true },
    },
  ),
  api('update_project', { workspace, project_name: 'renamed', public: false }, { note: 'in part' }),
  api('update_project_by_id', {
    project_id: id('bare'),
    new_project_name: 'again',
    description: 'newer',
    public: false,
  }),
  api(
    'get_project',
    { workspace, project_name: 'again' },
    {
      note: 'as updated by id',
      reads: { projectDescription: 'newer', public: false },
    },
  ),
  api(
    'set_project_notes',
    { workspace, project_name: 'digits', notes: '# Notes\n\nwith *Markdown*' },
    {
      reads: { code: 200, data: null, sdk_error_code: 0 },
    },
  ),
  api('get_project_notes', { workspace, project_name: 'digits' }, { reads: '# Notes\n\nwith *Markdown*' }),
  api('set_project_notes', { workspace, project_name: 'absent', notes: '' }, { note: 'of an absent project' }),
  api('get_project_notes', { workspace, project_name: 'absent' }, { note: 'of an absent project' }),
  api('create_project_share_key', { project_id: id('digits') }, { ids: { share: '' } }),
  api('get_project_share_keys', { project_id: id('digits') }, { reads: ['<share>'] }),
  api('delete_project_share_key', { project_id: id('digits'), share_key: id('share') }),
  api('get_project_share_keys', { project_id: id('digits') }, { note: 'after one was deleted', reads: [] }),
  api('delete_project', { workspace, project_name: 'again' }),
  api(
    'create_project',
    { workspace, project_name: 'short', public: true },
    { note: 'public', ids: { short: 'projectId' } },
  ),
  api('delete_project', { project_id: id('short'), delete_experiments: true }, { note: 'by id, with its experiments' }),
  api('get', { workspace }, { note: 'projects that are left', reads: ['digits', 'panel'] }),
];
