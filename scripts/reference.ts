import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  Application,
  Comment,
  type Context,
  Converter,
  type DeclarationReflection,
  ParameterReflection,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
  type TypeDocOptions,
} from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { inCache, inRoot } from './folders.ts';
import { documentName, entryPoints } from './public-entry-points.ts';
import { objectTypes, undocumented } from './undocumented.ts';

// Usage: node scripts/run.mjs reference [--update]. Generates the API reference in docs/reference from the doc
// comments. Without --update it fails when the committed reference is out of date. In both cases it fails when a public
// name or an option has no doc comment.

const options: TypeDocOptions & PluginOptions = {
  name: 'API reference',
  readme: 'none',
  entryPoints: entryPoints.map(({ source }) => inRoot(source)),
  tsconfig: inRoot('scripts', 'reference.tsconfig.json'),
  // `tsc -b` has checked the types.
  skipErrorChecking: true,
  // Links to source lines would change with every edit.
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeProtected: true,
  excludeExternals: true,
  router: 'member',
  membersWithOwnFile: ['Class'],
  hidePageHeader: true,
  hideBreadcrumbs: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  tableColumnSettings: {
    hideDefaults: true,
    hideModifiers: true,
    hideInherited: true,
    hideOverrides: true,
    hideSources: true,
  },
  logLevel: 'Error',
};

/** Documents a schema and the type that it infers once, as the type. The comment of the schema is the type's. */
function documentSchemas(project: ProjectReflection, module: DeclarationReflection): void {
  for (const schema of module.getChildrenByKind(ReflectionKind.Variable)) {
    const type = module
      .getChildrenByKind(ReflectionKind.Interface | ReflectionKind.TypeAlias)
      .find(({ name }) => name === schema.name);
    if (type === undefined) continue;
    if (schema.comment && !type.comment) {
      type.comment = schema.comment.clone();
      type.comment.removeModifier('@interface');
    }
    project.removeReflection(schema);
  }
}

/** Describes the options of an inline object type in the comment of its parameter, which the tables show. */
function describeOptions(parameter: Reflection): void {
  if (!(parameter instanceof ParameterReflection)) return;
  const options = objectTypes(parameter.type).flatMap((type) => type.children ?? []);
  const described = options.filter(({ comment }) => comment !== undefined);
  if (described.length === 0 || parameter.comment) return;
  const text = described.map((option) => `\`${option.name}\`: ${Comment.combineDisplayParts(option.comment!.summary)}`);
  parameter.comment = new Comment([{ kind: 'text', text: text.join(' ') }]);
}

/**
 * Gives each module the name of its document and an introduction. Listens before TypeDoc groups and sorts the members.
 */
function nameModules({ project }: Context): void {
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    const entry = entryPoints.find(({ source }) => source === `packages/${module.name}/index.ts`);
    if (entry === undefined) throw new Error(`TypeDoc found the module ${module.name}, which is no entry point.`);
    module.name = documentName(entry);
    module.comment = new Comment([{ kind: 'text', text: `${entry.about} Import from \`${entry.name}\`.` }]);
    documentSchemas(project, module);
  }
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) describeOptions(parameter);
}

/**
 * Removes the members of each class of the browser entry point that the class of the same name in the Node entry point
 * has, too, so that they are documented once. Names those that only the latter has.
 */
function referToNodeClasses(project: ProjectReflection): void {
  const classesOf = (document: string) =>
    project
      .getChildrenByKind(ReflectionKind.Module)
      .find(({ name }) => name === document)!
      .getChildrenByKind(ReflectionKind.Class);
  const nodeClasses = new Map(classesOf('core').map((nodeClass) => [nodeClass.name, nodeClass]));
  for (const browserClass of classesOf('core-browser')) {
    const nodeClass = nodeClasses.get(browserClass.name);
    if (nodeClass === undefined) continue;
    const members = new Map(browserClass.children?.map((member) => [member.name, member]));
    const onlyInNode: string[] = [];
    for (const { name, kind } of nodeClass.children ?? []) {
      const member = members.get(name);
      if (member === undefined) onlyInNode.push(`\`${name}\``);
      else if (member.kind === kind && kind !== ReflectionKind.Constructor) project.removeReflection(member);
    }
    const left = new Set<unknown>(browserClass.children);
    for (const group of browserClass.groups ?? []) {
      group.children = group.children.filter((member) => left.has(member));
    }
    browserClass.groups = (browserClass.groups ?? []).filter(({ children }) => children.length > 0);
    const text = `\n\nHas the members of [${nodeClass.name}](../../core/classes/${nodeClass.name}.md) of the Node client`;
    const exceptions = onlyInNode.length > 0 ? `, except ${onlyInNode.join(', ')}` : '';
    browserClass.comment ??= new Comment();
    browserClass.comment.summary.push({ kind: 'text', text: `${text}${exceptions}.` });
  }
}

/** Returns the texts of all files below a folder by their relative paths. */
async function textsBelow(folder: string): Promise<Map<string, string>> {
  if (!existsSync(folder)) return new Map();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(files.map(async (file) => [path.relative(folder, file), await readFile(file, 'utf8')] as const)),
  );
}

const made = inCache('reference');
const committed = inRoot('docs', 'reference');
const app = await Application.bootstrapWithPlugins({ ...options, plugin: ['typedoc-plugin-markdown'] });
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, nameModules);
const project = await app.convert();
if (project === undefined) throw new Error('TypeDoc could not convert the sources; its messages are above.');

const missing = [...new Set(undocumented(project))];
if (missing.length > 0) {
  console.error(`These public names have no doc comment:\n  ${missing.join('\n  ')}`);
  process.exitCode = 1;
}

referToNodeClasses(project);
await rm(made, { recursive: true, force: true });
app.options.setValue('out', made);
await app.generateOutputs(project);
const [before, after] = await Promise.all([committed, made].map(textsBelow));
const changed = [...new Set([...before!.keys(), ...after!.keys()])].filter(
  (file) => before!.get(file) !== after!.get(file),
);
if (process.argv.includes('--update')) {
  await rm(committed, { recursive: true, force: true });
  await cp(made, committed, { recursive: true });
  console.log(changed.length > 0 ? `written: ${changed.join(', ')}` : 'nothing has changed');
} else if (changed.length > 0) {
  console.error(`docs/reference is out of date: ${changed.join(', ')}`);
  process.exitCode = 1;
}
