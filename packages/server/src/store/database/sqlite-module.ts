/**
 * Loads `node:sqlite` without the warning that Node 22 prints at each start: the module has been stable since, and
 * users can do nothing about it. An `import` would print it before any of our code runs.
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

/** Database class of `node:sqlite`, and the function that copies a database in use. */
export const { DatabaseSync, backup } = sqliteModule();
