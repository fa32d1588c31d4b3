import { registerHooks } from 'node:module';

// Imported before the code under test, which is imported dynamically: then its `vscode` is `editor-api.ts`.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: new URL('./editor-api.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
