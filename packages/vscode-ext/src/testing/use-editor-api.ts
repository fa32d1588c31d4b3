import { registerHooks } from 'node:module';

// Resolves `vscode` to `editor-api.ts`. Import this module first, and import the code under test dynamically.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: new URL('./editor-api.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
