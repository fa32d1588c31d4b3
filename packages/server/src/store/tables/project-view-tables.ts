import type { AreaSchema } from './area-schema.ts';

/** Row types of the table of named views, by table name. */
export interface ProjectViewTables {
  project_views: {
    project_id: string;
    view_id: string;
    view_name: string;
    state: string;
    is_default: number;
    owner: string;
    created_at: number;
    last_updated: number;
  };
}

/** Schema of the table of named views. */
export const projectViewSchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('project_views')
      .ifNotExists()
      .addColumn('project_id', type.text, (column) => column.notNull())
      .addColumn('view_id', type.text, (column) => column.notNull())
      .addColumn('view_name', type.text, (column) => column.notNull())
      .addColumn('state', type.text, (column) => column.notNull())
      .addColumn('is_default', type.integer, (column) => column.notNull())
      .addColumn('owner', type.text, (column) => column.notNull())
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addColumn('last_updated', type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('project_views_key', ['project_id', 'view_id'])
      .addUniqueConstraint('project_views_by_name', ['project_id', 'view_name']),
  ],
  byExperiment: [],
  reference: ['project_views'],
};

/** Row of `project_views`. */
export type ProjectViewRow = ProjectViewTables['project_views'];
