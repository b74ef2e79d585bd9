// For developers only: `make lint` runs it over the page's modules and the tests' own.
import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  {
    files: ['src/cubesolve/web/static/js/**/*.js', 'tests/browser/*.js'],
    languageOptions: { globals: globals.browser },
    rules: {
      'arrow-body-style': ['error', 'as-needed'],
      complexity: ['error', 22],
      curly: ['error', 'multi-line'],
      eqeqeq: 'error',
      'max-depth': ['error', 4],
      'max-lines-per-function': ['error', 60],
      'max-params': ['error', 7],
      'no-duplicate-imports': 'error',
      'no-shadow': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'prefer-template': 'error',
    },
  },
  // It follows the joined modules and a solution, in one file.
  { files: ['tools/site/live.js'], languageOptions: { globals: { ...globals.browser, widget: 'readonly', SOLUTION: 'readonly' } } },
  { files: ['tests/**/*.mjs'], languageOptions: { globals: globals.node } },
  // The model runs without a browser: of its names only those that every JavaScript has.
  {
    files: ['src/cubesolve/web/static/js/model/*.js'],
    languageOptions: { globals: { ...Object.fromEntries(Object.keys(globals.browser).map((name) => [name, 'off'])), ...globals['shared-node-browser'] } },
  },
  // Its functions are the text of shaders.
  { files: ['src/cubesolve/web/static/js/view/shaders.js'], rules: { 'max-lines-per-function': 'off' } },
  { ignores: ['.venv/**', 'build/**', 'dist/**', 'docs/**', 'tests/browser/handle.js'] } // the last is an expression,
];
