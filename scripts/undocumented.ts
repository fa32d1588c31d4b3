import { DeclarationReflection, ParameterReflection, type Reflection, ReflectionKind, type SomeType } from 'typedoc';

/** Kinds of reflections that need a doc comment. */
const documentedKinds =
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.TypeAlias |
  ReflectionKind.Variable |
  ReflectionKind.Function |
  ReflectionKind.Method |
  ReflectionKind.Accessor |
  ReflectionKind.Property;

/** Returns whether a reflection or, for functions and accessors, one of its signatures has a doc comment. */
function hasComment(reflection: Reflection): boolean {
  if (reflection.hasComment()) return true;
  if (!(reflection instanceof DeclarationReflection)) return false;
  const signatures = [...(reflection.signatures ?? []), reflection.getSignature, reflection.setSignature];
  const type = reflection.type?.type === 'reflection' ? reflection.type.declaration : undefined;
  return [...signatures, ...(type?.signatures ?? [])].some((signature) => signature?.hasComment());
}

/** Returns the object types inside a type, for example those of an intersection. */
export function objectTypes(type: SomeType | undefined): DeclarationReflection[] {
  switch (type?.type) {
    case 'reflection':
      return [type.declaration];
    case 'intersection':
    case 'union':
      return type.types.flatMap(objectTypes);
    case 'array':
    case 'typeOperator':
      return objectTypes(type.type === 'array' ? type.elementType : type.target);
    default:
      return [];
  }
}

/** Returns the full names of the public declarations, members and options without a doc comment. */
export function undocumented(reflection: Reflection): string[] {
  const own = reflection.kindOf(documentedKinds) && !hasComment(reflection) ? [reflection.getFullName()] : [];
  const below: Reflection[] = [];
  reflection.traverse((child) => {
    below.push(child);
  });
  if (reflection instanceof DeclarationReflection || reflection instanceof ParameterReflection) {
    below.push(...objectTypes(reflection.type));
  }
  return [...own, ...[...new Set(below)].flatMap(undocumented)];
}
