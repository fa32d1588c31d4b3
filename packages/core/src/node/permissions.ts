interface DenoPermissions {
  querySync(descriptor: { readonly name: Permission }): { readonly state: string };
}

/** Permission of Deno: to read the environment, files, facts about the system or processes, or to write files. */
type Permission = 'env' | 'read' | 'run' | 'sys' | 'write';

/**
 * Returns whether this process has permissions without asking a person. Deno asks for each one, also where nothing has
 * to be read.
 */
export function isPermitted(...names: readonly Permission[]): boolean {
  const { permissions } = (globalThis as { Deno?: { readonly permissions?: DenoPermissions } }).Deno ?? {};
  return permissions === undefined || names.every((name) => permissions.querySync({ name }).state === 'granted');
}
