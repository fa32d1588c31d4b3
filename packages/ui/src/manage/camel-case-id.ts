/** Returns the id of a command in camel case, as VS Code writes ids. */
export const camelCaseId = (id: string): string => id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
