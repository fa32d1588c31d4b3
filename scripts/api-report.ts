import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { inRoot } from './folders.ts';
import { documentName, entryPoints } from './public-entry-points.ts';

// Usage: node scripts/run.mjs api-report [--update]. Compares the public API with the reports in docs/api, so that
// every change shows up in a diff. Reads the declarations written by `tsc -b`.

const present = entryPoints.filter(({ declarations }) => existsSync(inRoot(declarations)));
const program = ts.createProgram({
  rootNames: present.map(({ declarations }) => inRoot(declarations)),
  options: {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  },
});
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

/** Returns the exports of an entry point in alphabetical order, with their declarations. */
function report(name: string, file: string): string {
  const source = program.getSourceFile(inRoot(file));
  const module = source && checker.getSymbolAtLocation(source);
  const parts = (module ? checker.getExportsOfModule(module) : [])
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((symbol) => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return (target.declarations ?? []).map((declaration) => declared(symbol.name, declaration)).join('\n');
    });
  return `# ${name}\n\nMade by \`node scripts/run.mjs api-report --update\`.\n\n\`\`\`ts\n${parts.join('\n\n')}\n\`\`\`\n`;
}

/**
 * Sorts unions of string literals: the compiler prints them in the order of first use, which differs between builds.
 */
function inOrder(text: string): string {
  return text.replace(/"[^"]*"(?: \| "[^"]*")+/g, (union) => union.split(' | ').sort().join(' | '));
}

function declared(name: string, declaration: ts.Declaration): string {
  // The keyword `const` belongs to the statement, not to the declaration.
  if (ts.isVariableDeclaration(declaration)) {
    const type = inOrder(declaration.type?.getText() ?? 'unknown');
    const shown = type.length > 400 ? `${type.slice(0, 400).trimEnd()} …` : type;
    return `export const ${name}: ${shown};`;
  }
  if (ts.isClassDeclaration(declaration)) return declaredClass(name, declaration);
  if (ts.isSourceFile(declaration)) return `export * as ${name};`;
  const text = printer.printNode(ts.EmitHint.Unspecified, declaration, declaration.getSourceFile());
  return inOrder(text).replace(/^(export )?(default )?(declare )?/, 'export ');
}

/** Returns a class with all its members, including inherited ones: callers do not care where a member is declared. */
function declaredClass(name: string, declaration: ts.ClassDeclaration): string {
  const type = checker.getTypeAtLocation(declaration);
  const members = checker
    .getPropertiesOfType(type)
    .flatMap((property) => property.declarations ?? [])
    .filter((member) => !(ts.getCombinedModifierFlags(member) & hidden) && !member.getSourceFile().hasNoDefaultLib);
  const makers = declaration.members.filter(
    (member) => ts.isConstructorDeclaration(member) || ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static,
  );
  const lines = [...makers, ...members].map((member) =>
    printer.printNode(ts.EmitHint.Unspecified, member, member.getSourceFile()).replace(/^/gm, '    '),
  );
  return `export class ${name} {\n${lines.join('\n')}\n}`;
}

const update = process.argv.includes('--update');
const changed: string[] = [];
for (const entry of present) {
  const target = path.join('docs', 'api', `${documentName(entry)}.md`);
  const text = report(entry.name, entry.declarations);
  const known = await readFile(inRoot(target), 'utf8').catch(() => '');
  if (text === known) continue;
  changed.push(target);
  if (!update) continue;
  await mkdir(inRoot('docs', 'api'), { recursive: true });
  await writeFile(inRoot(target), text);
}
if (update) console.log(changed.length > 0 ? `written: ${changed.join(', ')}` : 'nothing has changed');
else if (changed.length > 0) {
  console.error(`The public interface is not what these reports say: ${changed.join(', ')}`);
  process.exitCode = 1;
}
