/** What fails when a step of a recipe is left out. */
export type Guard =
  /** An error of the type checker in a file. */
  | { readonly typeErrorIn: string; readonly message: RegExp }
  /** A test, by its file and its title. */
  | { readonly test: string; readonly title: string };

/** One change of a recipe: a new file, an insertion before a line, or a command that writes files. */
export type Step = { readonly guard: Guard } & (
  | { readonly create: string; readonly text: string }
  | { readonly edit: string; readonly before: string; readonly text: string }
  | { readonly run: string; readonly writes: readonly string[] }
);

/** Recipe of CONTRIBUTING.md with a sample that follows it. */
export interface Recipe {
  /** Heading of its section. */
  readonly title: string;
  /** Stands for `<name>` in the paths of the section. */
  readonly name: string;
  /** Maximum number of places that are edited by hand. */
  readonly maxPlaces: number;
  readonly steps: readonly Step[];
  /** Tests that show the sample at work, by file and a pattern of their titles. */
  readonly works: readonly { readonly test: string; readonly titles: string }[];
}

/** Returns the path or command by which a section names a step. */
export function placeOf(step: Step, { name }: Recipe): string {
  if ('run' in step) return `node scripts/run.mjs ${step.run}`;
  return 'create' in step ? step.create.replace(name, '<name>') : step.edit;
}
