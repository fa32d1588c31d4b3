import type { Selectable } from 'kysely';
import type { AreaSchema } from './area-schema.ts';

/** Row types of the artifact tables, by table name. */
export interface ArtifactTables {
  artifacts: {
    artifact_id: string;
    workspace_name: string;
    project_name: string;
    artifact_name: string;
    type: string;
    description: string | null;
    /** JSON array of strings. */
    tags: string;
    is_public: number;
    emoji: string | null;
    created_at: number;
  };
  artifact_versions: {
    artifact_version_id: string;
    artifact_id: string;
    version: string;
    experiment_key: string;
    owner: string;
    /** JSON text. */
    metadata: string | null;
    state: 'OPEN' | 'CLOSED' | 'ERROR';
    /** JSON array of strings. */
    tags: string;
    created_at: number;
  };
  /** Aliases, each of which refers to one version of an artifact. */
  artifact_aliases: { artifact_id: string; alias: string; artifact_version_id: string };
  /** Versions that an experiment used, with the time of the first use. */
  artifact_inputs: { experiment_key: string; artifact_version_id: string; artifact_id: string; used_at: number };
}

/** Row of `artifacts`. */
export type ArtifactRow = Selectable<ArtifactTables['artifacts']>;
/** Row of `artifact_versions`. */
export type ArtifactVersionRow = Selectable<ArtifactTables['artifact_versions']>;

/** Schema of the artifact tables. */
export const artifactSchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('artifacts')
      .ifNotExists()
      .addColumn('artifact_id', type.text, (column) => column.primaryKey())
      .addColumn('workspace_name', type.text, (column) => column.notNull())
      .addColumn('project_name', type.text, (column) => column.notNull())
      .addColumn('artifact_name', type.text, (column) => column.notNull())
      .addColumn('type', type.text, (column) => column.notNull())
      .addColumn('description', type.text)
      .addColumn('tags', type.text, (column) => column.notNull())
      .addColumn('is_public', type.integer, (column) => column.notNull())
      .addColumn('emoji', type.text)
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addUniqueConstraint('artifacts_by_name', ['workspace_name', 'artifact_name']),
    schema
      .createTable('artifact_versions')
      .ifNotExists()
      .addColumn('artifact_version_id', type.text, (column) => column.primaryKey())
      .addColumn('artifact_id', type.text, (column) => column.notNull())
      .addColumn('version', type.text, (column) => column.notNull())
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('owner', type.text, (column) => column.notNull())
      .addColumn('metadata', type.text)
      .addColumn('state', type.text, (column) => column.notNull())
      .addColumn('tags', type.text, (column) => column.notNull())
      .addColumn('created_at', type.integer, (column) => column.notNull())
      .addUniqueConstraint('artifact_versions_by_number', ['artifact_id', 'version']),
    schema
      .createTable('artifact_aliases')
      .ifNotExists()
      .addColumn('artifact_id', type.text, (column) => column.notNull())
      .addColumn('alias', type.text, (column) => column.notNull())
      .addColumn('artifact_version_id', type.text, (column) => column.notNull())
      .addPrimaryKeyConstraint('artifact_aliases_key', ['artifact_id', 'alias']),
    schema
      .createIndex('artifact_versions_by_experiment')
      .ifNotExists()
      .on('artifact_versions')
      .column('experiment_key'),
    schema
      .createTable('artifact_inputs')
      .ifNotExists()
      .addColumn('experiment_key', type.text, (column) => column.notNull())
      .addColumn('artifact_version_id', type.text, (column) => column.notNull())
      .addColumn('artifact_id', type.text, (column) => column.notNull())
      .addColumn('used_at', type.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('artifact_inputs_key', ['experiment_key', 'artifact_version_id']),
  ],
  byExperiment: ['artifact_inputs'],
  reference: ['artifacts', 'artifact_versions', 'artifact_aliases'],
};
