import { contract } from '@tracklens/core/contract';
import { jsonRequest, jsonTextRequest, type RecordedPart, withFields } from './recorded-part.ts';
import type { RecordedProject } from './recorded-project.ts';

const { projects } = contract;

const of = 'project';

/** Yields the requests that create the project with its named views. */
export async function* projectParts({ db, project }: RecordedProject): AsyncGenerator<RecordedPart> {
  const names = { workspaceName: project.workspace_name, projectName: project.project_name };
  yield {
    of,
    request: () => ({
      ...jsonRequest(projects.create, project.created_at, {
        ...names,
        projectDescription: project.description,
        isPublic: project.is_public === 1,
      }),
      answer: JSON.stringify({ projectId: project.project_id }),
    }),
  };
  const views = await db
    .selectFrom('project_views')
    .selectAll()
    .where('project_id', '=', project.project_id)
    .orderBy('view_name')
    .execute();
  for (const view of views) {
    const viewName = view.view_name;
    yield {
      of,
      request: () => ({
        ...jsonRequest(projects.saveView, view.created_at, { ...names, viewName, state: {} }),
        answer: JSON.stringify({ viewId: view.view_id, viewName }),
      }),
    };
    // Set afterwards, since the state may contain the id of the view.
    const change = withFields(
      { ...names, viewId: view.view_id, isDefault: view.is_default === 1 },
      `{"state":${view.state}}`,
    );
    yield { of, request: () => jsonTextRequest(projects.saveView, view.last_updated, change) };
  }
}

/** Yields the request that sets the notes and the last update of the project. */
export function* projectEnd({ project }: RecordedProject): Generator<RecordedPart> {
  const body = { projectId: project.project_id, notes: project.notes };
  yield { of, request: () => jsonRequest(projects.setNotes, project.last_updated, body) };
}
