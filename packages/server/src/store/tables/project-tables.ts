import type { AreaSchema } from './area-schema.ts';

/** Row types of the workspace and project tables, by table name. */
export interface ProjectTables {
  workspaces: { workspace_name: string; created_at: number };
  projects: {
    project_id: string;
    workspace_name: string;
    project_name: string;
    description: string;
    owner: string;
    is_public: number;
    notes: string;
    created_at: number;
    last_updated: number;
  };
  project_share_keys: { project_id: string; share_code: string; created_at: number };
}

/** Schema of the workspace and project tables. */
export const projectSchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('workspaces')
      .ifNotExists()
      .addColumn('workspace_name', type.text, (column) => column.primaryKey())
      .addColumn('created_at', type.integer, (column) => column.notNull()),
    schema
      .createTable('projects')
      .ifNotExists()
      .addColumn('project_id', type.text, (column) => column.primaryKey())
      .addColumn('workspace_name', type.text, (column) => column.notNull())
      .addColumn('project_name', type.text, (column) => column.notNull())
      .addColumn('description', type.text, (column) => column.notNull())
      .addColumn('owner', type.text, (column) => column.notNull())
      .addColumn('is_public', type.integer, (column) => column.notNull())
      .addColumn('notes', type.text, (column) => column.notNull())
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addColumn('last_updated', type.integer, (column) => column.notNull())
      .addUniqueConstraint('projects_by_name', ['workspace_name', 'project_name']),
    schema
      .createTable('project_share_keys')
      .ifNotExists()
      .addColumn('project_id', type.text, (column) => column.notNull())
      .addColumn('share_code', type.text, (column) => column.notNull())
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('project_share_keys_key', ['project_id', 'share_code']),
  ],
  byExperiment: [],
  reference: ['workspaces', 'projects', 'project_share_keys'],
};

/** Row of `projects`. */
export type ProjectRow = ProjectTables['projects'];
