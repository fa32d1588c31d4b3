import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript';
import { readTypes } from './class-types.ts';
import { camelCaseName, readSignature, specOperations } from './spec-operations.ts';

const { checker, classNamed } = readTypes();

interface Parameter {
  readonly name: string;
  readonly optional: boolean;
  readonly rest: boolean;
  /** Fields, where it is an options object. */
  readonly fields: readonly string[];
}

function fieldsOf(type: ts.Type): string[] {
  if (type.isUnion()) return type.types.flatMap(fieldsOf);
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return [];
  if (checker.isArrayType(type) || checker.getSignaturesOfType(type, ts.SignatureKind.Call).length > 0) return [];
  return checker.getPropertiesOfType(type).map((property) => property.name);
}

function parametersOf(signature: ts.Signature): Parameter[] {
  return signature.parameters.map((parameter) => {
    const declaration = parameter.valueDeclaration as ts.ParameterDeclaration;
    return {
      name: parameter.name,
      optional: declaration.questionToken !== undefined || declaration.initializer !== undefined,
      rest: declaration.dotDotDotToken !== undefined,
      fields: fieldsOf(checker.getTypeOfSymbol(parameter)),
    };
  });
}

function method(className: string, name: string): Parameter[][] {
  const member = checker.getPropertyOfType(checker.getDeclaredTypeOfSymbol(classNamed(className)), name);
  assert.ok(member, `${className} has no ${name}`);
  const signatures = checker.getTypeOfSymbol(member).getCallSignatures();
  assert.ok(signatures.length > 0, `${className}.${name} is not a method`);
  return signatures.map(parametersOf);
}

/** These send nothing: there is nothing to stop. */
const local = new Set(['clear_cache', 'update_cache', 'do_cache', 'do_not_cache', 'use_cache', 'server_url', 'end']);
const fromThePanel = new Set(['get_panel_options', 'get_panel_project_name', 'get_panel_workspace']);

for (const { section, on, signature } of specOperations) {
  const { name, args } = readSignature(signature);
  test(`${section} ${on}.${signature}`, () => {
    const overloads = method(on, camelCaseName(name));
    const here = (parameters: readonly Parameter[], argument: string) =>
      parameters.some((one) => one.name === camelCaseName(argument) || one.fields.includes(camelCaseName(argument)));
    const required = args.filter(({ kind }) => kind === 'required').map((argument) => camelCaseName(argument.name));
    const fitting = overloads.filter((parameters) => {
      const positions = parameters.slice(0, required.length).map((one) => one.name);
      return JSON.stringify(positions) === JSON.stringify(required);
    });
    assert.ok(fitting.length > 0, `required arguments in their order are ${required.join(', ')}`);
    for (const argument of args) {
      if (argument.kind === 'rest') assert.ok(fitting.some(([first]) => first?.rest && first.name === argument.name));
      else
        assert.ok(
          fitting.some((parameters) => here(parameters, argument.name)),
          `${argument.name} is missing`,
        );
    }
    if (local.has(name) || fromThePanel.has(name)) return;
    assert.ok(
      overloads.some((parameters) => here(parameters, 'signal')),
      'it cannot be stopped by a signal',
    );
  });
}

test('an API takes a key, a cache flag and a version', () => {
  const [options] = parametersOf(constructorOf('API')[0]!);
  for (const field of ['apiKey', 'cache', 'version']) assert.ok(options!.fields.includes(field), field);
  assert.ok(options!.optional);
});

test('an APIExperiment opens an experiment by key; create takes workspace and project', () => {
  const opened = constructorOf('APIExperiment').flatMap((signature) => parametersOf(signature)[0]!.fields);
  for (const field of ['previousExperiment', 'apiKey']) assert.ok(opened.includes(field), field);
  const create = checker.getPropertyOfType(checker.getTypeOfSymbol(classNamed('APIExperiment')), 'create')!;
  const [options] = parametersOf(checker.getTypeOfSymbol(create).getCallSignatures()[0]!);
  for (const field of ['workspace', 'projectName', 'apiKey']) assert.ok(options!.fields.includes(field), field);
});

test('an APIExperiment has key, id, URL and a settable name', () => {
  const type = checker.getDeclaredTypeOfSymbol(classNamed('APIExperiment'));
  for (const name of ['key', 'id', 'url', 'name']) assert.ok(checker.getPropertyOfType(type, name), name);
  const name = checker.getPropertyOfType(type, 'name')!;
  assert.ok(name.declarations?.some(ts.isSetAccessor));
});

test('a Model has the members of the interface', () => {
  for (const name of ['setStatus', 'addTag', 'download', 'getAssets', 'findVersions']) method('Model', name);
});

test('deprecated members are marked and name their replacement', () => {
  for (const [on, name] of [
    ['API', 'updateCache'],
    ['API', 'addRegistryModelVersionStage'],
    ['API', 'deleteRegistryModelVersionStage'],
    ['API', 'updateRegistryModelVersion'],
    ['API', 'downloadRegistryModel'],
    ['API', 'getLatestRegistryModelVersionDetails'],
    ['API', 'getModelRegistryVersionAssets'],
    ['APIExperiment', 'getEnvironmentDetails'],
    ['APIExperiment', 'getModelData'],
  ] as const) {
    const member = checker.getPropertyOfType(checker.getDeclaredTypeOfSymbol(classNamed(on)), name)!;
    const tag = member.getJsDocTags(checker).find((one) => one.name === 'deprecated');
    assert.match(ts.displayPartsToString(tag?.text), /use `/, `${on}.${name}`);
  }
});

test('every operation has a description', () => {
  const silent = specOperations.filter(({ on, signature }) => {
    const name = camelCaseName(readSignature(signature).name);
    const member = checker.getPropertyOfType(checker.getDeclaredTypeOfSymbol(classNamed(on)), name);
    return member !== undefined && ts.displayPartsToString(member.getDocumentationComment(checker)).length < 10;
  });
  assert.deepEqual(
    silent.map(({ signature }) => signature),
    [],
  );
});

/** Returns the public constructors of a class. */
function constructorOf(name: string): readonly ts.Signature[] {
  const isInternal = (signature: ts.Signature) => signature.getJsDocTags().some((tag) => tag.name === 'internal');
  return checker
    .getTypeOfSymbol(classNamed(name))
    .getConstructSignatures()
    .filter((signature) => !isInternal(signature));
}
