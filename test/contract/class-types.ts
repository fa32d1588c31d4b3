import path from 'node:path';
import ts from 'typescript';

/** Type of an argument, as far as the tests can create a wrong value for it. */
type Kind = 'text' | 'number' | 'flag' | 'texts' | 'choice' | 'mapping' | 'other';

/** Argument, or field of the options. */
export interface ArgumentType {
  readonly kind: Kind;
  readonly optional: boolean;
  /** Whether it may be undefined, also where undefined is not the same as absent. */
  readonly maybeUndefined: boolean;
}

/** Argument of an operation. An options object has fields. */
export interface Argument extends ArgumentType {
  readonly name: string;
  readonly fields: ReadonlyMap<string, ArgumentType> | null;
}

/** Classes with public operations. */
const classNames = ['API', 'APIExperiment', 'Model'] as const;

/** Public operation of a class, read from its types. */
export interface TypedOperation {
  readonly on: (typeof classNames)[number];
  readonly name: string;
  readonly args: readonly Argument[];
}

const root = path.join(import.meta.dirname, '..', '..');
const entry = path.join(root, 'packages/core/src/node/index.ts');

/** Types of the client. */
interface ClientTypes {
  readonly checker: ts.TypeChecker;
  classNamed(name: string): ts.Symbol;
}

let clientTypes: ClientTypes | undefined;

/** Returns the types of the client, read from its sources once for all test files of a process. */
export function readTypes(): ClientTypes {
  clientTypes ??= typesOfSources();
  return clientTypes;
}

function typesOfSources(): ClientTypes {
  const program = ts.createProgram([entry], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    allowImportingTsExtensions: true,
    customConditions: ['@tracklens/source'],
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules/@types')],
  });
  const checker = program.getTypeChecker();
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)!)!);
  return {
    checker,
    classNamed(name) {
      const symbol = exported.find((one) => one.name === name);
      if (symbol === undefined) throw new Error(`@tracklens/core does not export ${name}`);
      return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    },
  };
}

const {
  Undefined,
  Null,
  NonPrimitive,
  Object: AnObject,
  Intersection,
  StringLike,
  NumberLike,
  BooleanLike,
} = ts.TypeFlags;

let operations: readonly TypedOperation[] | undefined;

/** Returns all public operations of the classes. They are read from the types, so that new ones are included. */
export function typedOperations(): readonly TypedOperation[] {
  operations ??= operationsOfClasses();
  return operations;
}

function operationsOfClasses(): TypedOperation[] {
  const { checker, classNamed } = readTypes();

  function membersOf(types: readonly ts.Type[]): ts.Type[] {
    return types
      .flatMap((type) => (type.isUnion() ? type.types : [type]))
      .filter(({ flags }) => !(flags & (Undefined | Null)));
  }

  const isTexts = (type: ts.Type) =>
    checker.isArrayType(type) && (checker.getTypeArguments(type as ts.TypeReference)[0]!.flags & StringLike) !== 0;
  const isMapping = (type: ts.Type): boolean =>
    type.symbol?.name === 'ReadonlyMap' ||
    (type.isIntersection() && type.types.some(isMapping)) ||
    ((checker.getBaseConstraintOfType(type) ?? type).flags & NonPrimitive) !== 0 ||
    (checker.getIndexInfoOfType(type, ts.IndexKind.String) !== undefined && !checker.isArrayType(type));
  const kinds: readonly (readonly [Kind, (type: ts.Type) => boolean])[] = [
    ['choice', (type) => type.isStringLiteral()],
    ['text', ({ flags }) => (flags & StringLike) !== 0],
    ['number', ({ flags }) => (flags & NumberLike) !== 0],
    ['flag', ({ flags }) => (flags & BooleanLike) !== 0],
    ['texts', isTexts],
    ['mapping', isMapping],
  ];

  function kindOf(types: readonly ts.Type[]): Kind {
    const members = membersOf(types);
    return kinds.find(([, fits]) => members.length > 0 && members.every(fits))?.[0] ?? 'other';
  }

  /** Returns the fields of an options object. */
  function fieldsOf(name: string, types: readonly ts.Type[]): Map<string, ArgumentType> | null {
    const found = new Map<string, { types: ts.Type[]; optional: boolean }>();
    const undefinedType = checker.getUndefinedType();
    const mayBeUndefined = (type: ts.Type) =>
      type === undefinedType || (type.isUnion() && type.types.includes(undefinedType));
    for (const type of membersOf(types).filter(({ flags }) => flags & (AnObject | Intersection))) {
      for (const property of checker.getPropertiesOfType(type)) {
        const place = found.get(property.name) ?? { types: [], optional: false };
        place.types.push(checker.getTypeOfSymbol(property));
        place.optional ||= (property.flags & ts.SymbolFlags.Optional) !== 0;
        found.set(property.name, place);
      }
    }
    if (!found.has('signal') && name !== 'surroundings') return null;
    return new Map(
      [...found].map(([field, { types, optional }]) => [
        field,
        { kind: kindOf(types), optional, maybeUndefined: types.some(mayBeUndefined) },
      ]),
    );
  }

  function argumentsOf(signatures: readonly ts.Signature[]): Argument[] {
    const most = Math.max(...signatures.map(({ parameters }) => parameters.length));
    return Array.from({ length: most }, (_, at): Argument => {
      const there = signatures.flatMap(({ parameters }) => parameters[at] ?? []);
      const types = there.map((one) => checker.getTypeOfSymbol(one));
      const { name } = there[0]!;
      const canLack = ({ valueDeclaration }: ts.Symbol) => {
        const { questionToken, initializer } = valueDeclaration as ts.ParameterDeclaration;
        return questionToken !== undefined || initializer !== undefined;
      };
      const optional = there.length < signatures.length || there.some(canLack);
      return { name, kind: kindOf(types), optional, maybeUndefined: optional, fields: fieldsOf(name, types) };
    });
  }

  return classNames.flatMap((on) => {
    const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(classNamed(on)));
    const { Private, Protected } = ts.ModifierFlags;
    return members.flatMap((member): TypedOperation[] => {
      const declaration = member.declarations?.[0];
      if (!declaration || !(ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration))) return [];
      if (ts.getCombinedModifierFlags(declaration) & (Private | Protected)) return [];
      return [{ on, name: member.name, args: argumentsOf(checker.getTypeOfSymbol(member).getCallSignatures()) }];
    });
  });
}
