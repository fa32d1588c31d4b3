/**
 * `node:sqlite`, loaded without the warning that Node 22 prints for it at each start: the module has been stable since, and a
 * person who starts the service can do nothing about it. An `import` would print it before any of our code runs.
 */
function sqliteModule(): typeof import('node:sqlite') {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** A database of `node:sqlite`, and what copies one while it is used. */
export const { DatabaseSync, backup } = sqliteModule();
