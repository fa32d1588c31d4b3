import { API, Metric } from '@tracklens/core';
import { any, badSyntax, invalid, invalidForService, notFound, type WrongCalls } from './wrong-call.ts';

/** Wrong calls of `API`. */
export const wrongAccountCalls: WrongCalls = {
  account: [
    invalid(
      'an API key that is not a string',
      'API: apiKey must be a string.',
      async () => new API({ url: 'http://127.0.0.1', apiKey: any(5) }),
    ),
    invalid(
      'an address that is none',
      'API: "no address" in the argument is not a web address.',
      async () => new API({ url: 'no address', apiKey: 'k' }),
    ),
    invalid(
      'an endpoint of the cache that is not a string',
      'doCache: each endpoint must be a string.',
      async ({ api }) => api.doCache(any(5)),
    ),
    invalid('a flag of the cache that is a text', 'useCache: cache must be true or false.', async ({ api }) =>
      api.useCache(any('yes')),
    ),
    invalid('a number instead of a path', 'get: each part must be a string.', ({ api }) => api.get(any(5))),
    invalid('a path of four parts', 'get: a/b/c/d has more parts than workspace/project/experiment.', ({ api }) =>
      api.get('a/b/c/d'),
    ),
    invalid(
      'a version that is a number',
      'API: version must be a string.',
      async () => new API({ url: 'http://127.0.0.1', apiKey: 'k', version: any(5) }),
    ),
    invalid(
      'a version that is none',
      'API: version must be one of the REST interface, such as v2.',
      async () => new API({ url: 'http://127.0.0.1', apiKey: 'k', version: 'v2/../../x' }),
    ),
    invalid(
      'a key instead of options, which the message does not repeat',
      'API: the options must be an object, not a string.',
      async () => new API(any('secret-key')),
    ),
    invalid(
      'an endpoint that the cache does not know',
      'doCache: "experimnets" is not an endpoint (did you mean experiments?).',
      async ({ api }) => api.doCache('projects', 'experimnets'),
    ),
    invalid(
      'a write instead of an endpoint that can be cached',
      'doNotCache: "write/experiment/tags" is not an endpoint (did you mean experiment/tags?).',
      async ({ api }) => api.doNotCache('write/experiment/tags'),
    ),
  ],
  projects: [
    invalid('a workspace that is not a string', 'getProjects: workspace must be a string.', ({ api }) =>
      api.getProjects(any(5)),
    ),
    invalid('no workspace', 'getProjects: workspace must be a string.', ({ api }) => api.getProjects(any(undefined))),
    invalid('no name for a new project', 'createProject: projectName must be a string.', ({ api }) =>
      api.createProject('lab', any(null)),
    ),
    notFound('notes of a project that is not there', 'getProjectNotes: there is no project lab/absent.', ({ api }) =>
      api.getProjectNotes('lab', 'absent'),
    ),
    notFound('a workspace that is not there', 'getProjects: There is no workspace nowhere.', ({ api }) =>
      api.getProjects('nowhere'),
    ),
    invalidForService(
      'a name that is taken',
      'createProject: The workspace lab already has a project input.',
      ({ api }) => api.createProject('lab', 'input'),
    ),
    invalid('a new name that is not a string', 'updateProject: newProjectName must be a string.', ({ api }) =>
      api.updateProject('lab', 'input', { newProjectName: any(5) }),
    ),
    invalid(
      'a project to delete that is not named',
      'deleteProject: give a projectId, or a workspace and a projectName.',
      ({ api }) => api.deleteProject(any({})),
    ),
    invalid('a share key that is not a string', 'deleteProjectShareKey: shareKey must be a string.', ({ api }) =>
      api.deleteProjectShareKey('p', any(5)),
    ),
    notFound('share keys of a project that is not there', 'getProjectShareKeys: There is no project none.', ({ api }) =>
      api.getProjectShareKeys('none'),
    ),
  ],
  experiments: [
    invalid('a key that is not a string', 'archiveExperiment: experimentKey must be a string.', ({ api }) =>
      api.archiveExperiment(any({})),
    ),
    notFound(
      'a key that is not there',
      'archiveExperiment: There is no experiment aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.',
      ({ api }) => api.archiveExperiment('a'.repeat(32)),
    ),
    invalid(
      'names of metrics that are no list',
      'getMetricsForChart: metrics must be a list of strings.',
      ({ api, experiment }) => api.getMetricsForChart([experiment.key], { metrics: any([5]) }),
    ),
    invalid(
      'a key instead of a list of keys',
      'archiveExperiments: experimentKeys must be a list of strings.',
      ({ api, experiment }) => api.archiveExperiments(any(experiment.key)),
    ),
    invalid(
      'a number instead of the keys to delete',
      'deleteExperiments: experimentKeys must be a list of strings.',
      ({ api }) => api.deleteExperiments(any(5)),
    ),
    invalid('no keys to move', 'moveExperiments: experimentKeys must be a list of strings.', ({ api }) =>
      api.moveExperiments(any(null), 'lab', 'other'),
    ),
    invalid(
      'a key instead of the keys of a chart',
      'getMetricsForChart: experimentKeys must be a list of strings.',
      ({ api, experiment }) => api.getMetricsForChart(any(experiment.key), { metrics: ['loss'] }),
    ),
    invalid('a pattern that is not a regular expression', 'getExperiments: ( is not a regular expression.', ({ api }) =>
      api.getExperiments('lab', { projectName: 'input', pattern: '(' }),
    ),
    invalid('a pattern that is a number', 'getExperiments: pattern must be a string or a RegExp.', ({ api }) =>
      api.getExperiments('lab', { projectName: 'input', pattern: any(5) }),
    ),
    notFound(
      'archived experiments of a project that is not there',
      'getArchivedExperiments: There is no project lab/none.',
      ({ api }) => api.getArchivedExperiments('lab', { projectName: 'none' }),
    ),
    invalidForService(
      'another workspace to move to',
      'moveExperiments: KEY is in lab; experiments cannot be moved between workspaces.',
      ({ api, experiment }) => api.moveExperiments([experiment.key], 'other', 'p'),
    ),
    invalid(
      'a chart of nothing',
      'getMetricsForChart: name at least one of metrics and parameters.',
      ({ api, experiment }) => api.getMetricsForChart([experiment.key], {}),
    ),
    invalid('a project instead of options', 'getExperiments: the options must be an object, not a string.', ({ api }) =>
      api.getExperiments('lab', any('input')),
    ),
  ],
  query: [
    invalid(
      'a query that is a number',
      'query: the query is not an expression; give a text, Metric("loss") < 1, or build one: Metric("loss").lt(1).',
      ({ api }) => api.query('lab', 'digits', any(5)),
    ),
    badSyntax(
      'a query that breaks off',
      'query: a value is missing here (line 1, column 17); write a text in quotes, a number, True, False, None or datetime("2026-01-02T03:04:05Z")',
      ({ api }) => api.query('lab', 'input', 'Metric("loss") >'),
    ),
    badSyntax(
      'a word that is not of the grammar',
      "query: 'and' cannot be used in a query (line 1, column 10); write & between the tests, with each comparison in parentheses",
      ({ api }) => api.query('lab', 'input', 'Tag("a") and Tag("b")'),
    ),
    notFound('a project that is not there', 'query: There is no project lab/absent.', ({ api }) =>
      api.query('lab', 'absent', 'Tag("a")'),
    ),
    notFound(
      'variables of a project that is not there',
      'getQueryVariables: There is no project lab/none.',
      ({ api }) => api.getQueryVariables('lab', 'none'),
    ),
    badSyntax(
      'a kind of variable that does not exist',
      "query: 'Nothing' is not a kind of variable (line 1, column 1); use one of Environment, Metric, Parameter, Other, Metadata, Tag",
      ({ api }) => api.query('lab', 'input', 'Nothing("x") > 1'),
    ),
    invalid(
      'a variable without a test',
      'query: the query is not an expression; give a text, Metric("loss") < 1, or build one: Metric("loss").lt(1).',
      ({ api }) => api.query('lab', 'input', any(Metric('loss'))),
    ),
    invalid(
      'no query',
      'query: the query is not an expression; give a text, Metric("loss") < 1, or build one: Metric("loss").lt(1).',
      ({ api }) => api.query('lab', 'input', any(undefined)),
    ),
  ],
  artifacts: [
    invalid(
      'an artifact without a name',
      'getArtifactDetails: give an artifactId, or a workspace and an artifactName.',
      ({ api }) => api.getArtifactDetails({ workspace: 'lab' }),
    ),
    notFound('an artifact that is not there', 'getArtifactDetails: There is no artifact lab/absent.', ({ api }) =>
      api.getArtifactDetails({ workspace: 'lab', artifactName: 'absent' }),
    ),
    invalid('a workspace that is not a string', 'getArtifactList: workspace must be a string.', ({ api }) =>
      api.getArtifactList(any(5)),
    ),
    invalid(
      'files of an artifact without a name',
      'getArtifactFiles: give an artifactId, or a workspace and an artifactName.',
      ({ api }) => api.getArtifactFiles({}),
    ),
    notFound('files of an artifact that is not there', 'getArtifactFiles: There is no artifact lab/x.', ({ api }) =>
      api.getArtifactFiles({ workspace: 'lab', artifactName: 'x' }),
    ),
  ],
  registry: [
    notFound(
      'a model that is not there',
      'getRegistryModelDetails: There is no registered model absent in lab.',
      ({ api }) => api.getRegistryModelDetails('lab', 'absent'),
    ),
    invalid('a version and a stage at once', 'downloadRegistryModel: give a version or a stage, not both.', ({ api }) =>
      api.downloadRegistryModel('lab', 'net', { version: '1.0.0', stage: 'prod' }),
    ),
    invalid('a name that is not a string', 'getModel: modelName must be a string.', ({ api }) =>
      api.getModel('lab', any(5)),
    ),
    invalid('notes that are no text', 'updateRegistryModelNotes: notes must be a string.', ({ api }) =>
      api.updateRegistryModelNotes('lab', 'net', any(5)),
    ),
    notFound(
      'versions of a model that is not there',
      'getRegistryModelVersions: There is no registered model none in lab.',
      ({ api }) => api.getRegistryModelVersions('lab', 'none'),
    ),
    notFound(
      'a version to delete of a model that is not there',
      'deleteRegistryModelVersion: There is no registered model none in lab.',
      ({ api }) => api.deleteRegistryModelVersion('lab', 'none', '1.0.0'),
    ),
    invalid('a folder that is not a string', 'downloadRegistryModel: outputPath must be a string.', ({ api }) =>
      api.downloadRegistryModel('lab', 'net', { outputPath: any(5) }),
    ),
  ],
  panel: [
    invalid(
      'keys where there is no panel',
      'getPanelExperimentKeys: there is no panel, and no workspace and project are configured.',
      ({ api }) => api.getPanelExperimentKeys(),
    ),
    invalid(
      'metrics where there is no panel',
      'getPanelMetricsNames: there is no panel, and no workspace and project are configured.',
      ({ api }) => api.getPanelMetricsNames(),
    ),
  ],
};
