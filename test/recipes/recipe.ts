/** Check that fails when a step of a recipe is left out. */
export type Guard =
  /** An error of the type checker in a file. */
  | { readonly typeErrorIn: string; readonly message: RegExp }
  /** A test, by its file and its title, and the title of the test around it. */
  | { readonly test: string; readonly title: string; readonly within?: string }
  /** A script that fails. */
  | { readonly script: string };

/** Text that is inserted before another one. */
export interface Insertion {
  readonly before: string;
  readonly text: string;
}

/** One change of a recipe: a new file, insertions into a file, or a command that writes files. */
export type Step = {
  readonly guard: Guard;
  /** Whether it only tests the others. */
  readonly isTest?: boolean;
} & (
  | { readonly create: string; readonly text: string }
  | (Insertion & { readonly edit: string; readonly also?: Insertion })
  /** `compiles` names the project whose declarations the command reads. */
  | { readonly run: string; readonly writes: readonly string[]; readonly compiles?: string }
);

/** Recipe of CONTRIBUTING.md with a sample that follows it. */
export interface Recipe {
  /** Heading of its section. */
  readonly title: string;
  /** Part of the sample's paths that the section writes as `<name>`, or as another placeholder. */
  readonly name: string;
  readonly placeholder?: string;
  /** Maximum number of places that are edited by hand, tests included. */
  readonly maxPlaces: number;
  readonly steps: readonly Step[];
  /** Tests that show the sample at work, by file and a pattern of their titles. */
  readonly works: readonly { readonly test: string; readonly titles: string }[];
}

/** Returns the path or command by which a section names a step. */
export function pathOf(step: Step, { name, placeholder = '<name>' }: Recipe): string {
  if ('run' in step) return `node scripts/run.mjs ${step.run}`;
  return ('create' in step ? step.create : step.edit).replace(name, placeholder);
}
