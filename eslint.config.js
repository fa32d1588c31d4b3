import parser from '@typescript-eslint/parser';
import reactHooks from 'eslint-plugin-react-hooks';

/** What Biome cannot check: the length of functions as a reader sees them, the length of comments, and the rules of the React compiler. */
export default [
  // Built files.
  { ignores: ['packages/*/{dist,lib}/**', 'packages/jupyterlab-ext/tracklens/**', '**/generated/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  // Tests have no rules here, but can be named on the command line.
  { files: ['packages/*/src/**/*.test.{ts,tsx}'], languageOptions: { parser } },
  {
    files: ['packages/*/src/**/*.{ts,tsx}', 'packages/*/build.ts'],
    ignores: ['**/*.test.ts', '**/generated/**'],
    languageOptions: { parser },
    rules: {
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      // Biome wraps code, but not comments.
      'max-len': ['error', { code: Number.MAX_SAFE_INTEGER, comments: 120, ignoreUrls: true }],
    },
  },
  {
    files: ['packages/ui/src/**/*.tsx', 'packages/ui/src/**/use-*.ts'],
    ignores: ['**/*.test.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.flat['recommended-latest'].rules,
  },
];
