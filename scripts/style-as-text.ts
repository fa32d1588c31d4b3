import { build, type Plugin } from 'esbuild';

/**
 * Plugin that imports a style sheet with the attribute `type: 'text'`, and with its imports, as text. An
 * extension adds the text where it shows a view.
 */
export const styleAsText: Plugin = {
  name: 'style-as-text',
  setup(plugins) {
    plugins.onLoad({ filter: /\.css$/ }, async ({ path: file, with: attributes }) => {
      if (attributes.type !== 'text') return undefined;
      const { outputFiles } = await build({ entryPoints: [file], bundle: true, minify: true, write: false });
      return { contents: outputFiles[0]!.text, loader: 'text' };
    });
  },
};
