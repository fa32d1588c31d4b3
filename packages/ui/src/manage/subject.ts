/** Fields that identify each kind of subject on the service. */
interface SubjectFields {
  experiment: { readonly experimentKey: string };
  workspace: { readonly workspace: string };
  project: { readonly workspace: string; readonly projectName: string };
  model: { readonly workspace: string; readonly modelName: string };
  version: { readonly workspace: string; readonly modelName: string; readonly version: string };
  'artifact-version': { readonly artifactId: string; readonly version: string };
}

/** Kind of what a command changes. Rows of the trees that can be changed have the same kinds. */
export type SubjectKind = keyof SubjectFields;

/** Subject of a command: what it changes. */
export type Subject<Kind extends SubjectKind = SubjectKind> = {
  [K in Kind]: SubjectFields[K] & { readonly kind: K /** Name in messages. */; readonly name: string };
}[Kind];
