// The layout of web as `ruff format` is that of Python: settled, so that nobody has to think about it.
export default {
  printWidth: 120,
  singleQuote: true,
  plugins: ['prettier-plugin-svelte'],
  overrides: [{ files: '*.svelte', options: { parser: 'svelte' } }],
};
