import type { AreaSchema } from './area-schema.ts';
import { type ArtifactTables, artifactSchema } from './artifact-tables.ts';
import { type AssetTables, assetSchema } from './asset-tables.ts';
import { type EnvironmentTables, environmentSchema } from './environment-tables.ts';
import { type ExperimentTables, experimentSchema } from './experiment-tables.ts';
import { type ItemTables, itemSchema } from './item-tables.ts';
import { type MetricTables, metricSchema } from './metric-tables.ts';
import { type NotificationTables, notificationSchema } from './notification-tables.ts';
import { type ProcessTables, processSchema } from './process-tables.ts';
import { type ProjectTables, projectSchema } from './project-tables.ts';
import { type ProjectViewTables, projectViewSchema } from './project-view-tables.ts';
import { type RegistryTables, registrySchema } from './registry-tables.ts';
import { type RemoteActionTables, remoteActionSchema } from './remote-action-tables.ts';

/** Facts about the database itself, such as the version of its tables and whether the demo was loaded. */
interface FactTables {
  service_facts: { name: string; value: string };
}

/** Schema of the table of facts. It is created before all others, since it contains their version. */
export const factSchema: AreaSchema = {
  create: (schema, type) => [
    schema
      .createTable('service_facts')
      .ifNotExists()
      .addColumn('name', type.text, (column) => column.primaryKey())
      .addColumn('value', type.text, (column) => column.notNull()),
  ],
  byExperiment: [],
  reference: ['service_facts'],
};

/** Row types of all tables. Each area adds its own here and to the list below. */
export interface Tables
  extends FactTables,
    ProjectTables,
    ProjectViewTables,
    ExperimentTables,
    ProcessTables,
    ItemTables,
    EnvironmentTables,
    MetricTables,
    AssetTables,
    ArtifactTables,
    RegistryTables,
    NotificationTables,
    RemoteActionTables {}

/** Schemas of all areas. */
export const areaSchemas: readonly AreaSchema[] = [
  factSchema,
  projectSchema,
  projectViewSchema,
  experimentSchema,
  processSchema,
  itemSchema,
  environmentSchema,
  metricSchema,
  assetSchema,
  artifactSchema,
  registrySchema,
  notificationSchema,
  remoteActionSchema,
];
