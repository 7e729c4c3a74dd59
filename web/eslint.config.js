// What neither the types nor the layout show: mistakes. Types are svelte-check's, layout is prettier's.
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  globalIgnores(['public/', 'src/lib/wire.ts']), // pictures and texts; generated
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }], // `!= null` is meant: neither null nor undefined
      'no-console': 'error', // a person is told on the page
      '@typescript-eslint/no-unused-vars': 'off', // svelte-check finds them (noUnusedLocals), and lets `_name` be
      'svelte/no-navigation-without-resolve': 'off', // SvelteKit's; the router here is lib/router.svelte.ts
      'svelte/no-unused-svelte-ignore': 'off', // compiles each component again, for a comment that does no harm
      'svelte/no-useless-mustaches': 'off', // {' '} is a space that stays
      'svelte/prefer-svelte-reactivity': 'off', // what is kept beside the page (caches, queries) redraws nothing
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ['src/**/*.ts'], // components too would take three times as long
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error', // its error is lost; `void` says that this is meant
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
);
