import { badRequest, notFound } from '../../errors/service-error.ts';
import { newId } from '../database/new-id.ts';
import type { Store } from '../database/store.ts';
import type { ProjectViewRow } from '../tables/project-view-tables.ts';
import { lockProject, type ProjectReference, requireProject } from './projects.ts';

const maxNameLength = 100;
/** A state is typically a few kilobytes. The limit prevents mistakes from bloating every listing. */
const maxStateBytes = 256_000;
const maxViews = 500;

/** Changes of a view; omitted fields are unchanged. */
export interface ViewChange {
  readonly viewId?: string | undefined;
  readonly viewName?: string | undefined;
  readonly state?: Readonly<Record<string, unknown>> | undefined;
  readonly isDefault?: boolean | undefined;
}

function checkedName(name: string): string {
  const trimmed = name.trim().toWellFormed();
  if (trimmed === '') throw badRequest('A view needs a name');
  // PostgreSQL cannot store this character.
  if (trimmed.includes('\0')) throw badRequest('The name of a view cannot contain the character U+0000');
  if (trimmed.length > maxNameLength)
    throw badRequest(
      `The name of a view must have at most ${maxNameLength} characters; this one has ${trimmed.length}`,
    );
  return trimmed;
}

function checkedState(state: Readonly<Record<string, unknown>>): string {
  let text: string;
  try {
    text = JSON.stringify(state);
  } catch {
    throw badRequest('The state of a view is nested too deeply');
  }
  const size = Buffer.byteLength(text);
  if (size > maxStateBytes)
    throw badRequest(`The state of a view must have at most ${maxStateBytes} bytes; this one has ${size}`);
  return text;
}

/** Returns the named views of a project, ordered by name; throws 404 if the project does not exist. */
export async function listProjectViews({ db }: Store, reference: ProjectReference): Promise<ProjectViewRow[]> {
  const { project_id: projectId } = await requireProject(db, reference);
  return await db
    .selectFrom('project_views')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('view_name')
    .execute();
}

/**
 * Creates a view, or updates the one with the given id. At most one view of a project is its default.
 *
 * @throws ServiceError 404 if the project or the view does not exist; 400 if the name is empty, too long or in use,
 * if the state is too large, or if the project has too many views.
 */
export async function saveProjectView(
  { db }: Store,
  reference: ProjectReference,
  change: ViewChange,
  by: { readonly owner: string; readonly now: number },
): Promise<ProjectViewRow> {
  return await db.transaction().execute(async (trx) => {
    const { project_id: projectId } = await lockProject(trx, reference);
    const views = trx.selectFrom('project_views').selectAll().where('project_id', '=', projectId);
    const before =
      change.viewId === undefined ? undefined : await views.where('view_id', '=', change.viewId).executeTakeFirst();
    if (change.viewId !== undefined && before === undefined) {
      throw notFound(`The project has no view ${change.viewId}; it may have been deleted`);
    }
    if (before === undefined && (change.viewName === undefined || change.state === undefined)) {
      throw badRequest('A new view needs a viewName and a state');
    }
    const row: ProjectViewRow = {
      project_id: projectId,
      view_id: before?.view_id ?? newId(),
      view_name: change.viewName === undefined ? before!.view_name : checkedName(change.viewName),
      state: change.state === undefined ? before!.state : checkedState(change.state),
      is_default: change.isDefault === undefined ? (before?.is_default ?? 0) : Number(change.isDefault),
      owner: before?.owner ?? by.owner,
      created_at: before?.created_at ?? by.now,
      last_updated: by.now,
    };
    // Without the states, which may take 128 MB.
    const names = await views.clearSelect().select(['view_id', 'view_name']).execute();
    const others = names.filter((view) => view.view_id !== row.view_id);
    if (others.some((view) => view.view_name === row.view_name)) {
      throw badRequest(`The project already has a view named ${row.view_name}`);
    }
    if (before === undefined && others.length >= maxViews) {
      throw badRequest(`A project has at most ${maxViews} views; delete one first`);
    }
    if (row.is_default === 1) {
      await trx.updateTable('project_views').set({ is_default: 0 }).where('project_id', '=', projectId).execute();
    }
    await trx
      .insertInto('project_views')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'view_id']).doUpdateSet({
          view_name: row.view_name,
          state: row.state,
          is_default: row.is_default,
          last_updated: row.last_updated,
        }),
      )
      .execute();
    return row;
  });
}

/** Deletes a view; does nothing if it does not exist. */
export async function removeProjectView({ db }: Store, reference: ProjectReference, viewId: string): Promise<void> {
  const { project_id: projectId } = await requireProject(db, reference);
  await db.deleteFrom('project_views').where('project_id', '=', projectId).where('view_id', '=', viewId).execute();
}
