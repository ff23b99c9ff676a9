import { join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';

const APP = join(import.meta.dirname, '..', 'app');

/** Has no file of its own, so that a release and a checkout build into folders of their own. */
export function viteConfig(folder: string): InlineConfig {
  return {
    root: APP,
    // Relative, so that a proxy may serve it below any path.
    base: './',
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    // Said, because Vite asks the environment otherwise: tests publish too, and for them it would write the
    // folders of this machine into the page.
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    plugins: [withoutMarkup(), inEnglish()],
    resolve: {
      // The form library is written for React.
      alias: {
        'react/jsx-runtime': 'preact/jsx-runtime',
        'react-dom': 'preact/compat',
        react: 'preact/compat',
      },
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsDir: 'console',
      // Nothing inside of styles or scripts that the policy of the page would have to allow.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2023',
      sourcemap: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
    },
  };
}

/**
 * The completion of schemas brings a renderer of Markdown with a highlighter and its languages, for
 * descriptions that the console shows as text: they are left out.
 */
function withoutMarkup(): Plugin {
  return {
    name: 'without-markup',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('/codemirror-json-schema/dist/utils/markdown.js')
        ? 'export const renderMarkdown = (text) => text;'
        : null,
  };
}

/**
 * The chart formats numbers for the browser's language, and throws for a name that is none, as `en-US@posix`;
 * the page is in English.
 */
function inEnglish(): Plugin {
  return {
    name: 'in-english',
    transform: (code, id) =>
      id.includes('/uplot/dist/uPlot.esm.js') ? code.replaceAll('nav.language', "'en'") : null,
  };
}
