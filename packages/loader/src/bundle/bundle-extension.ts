import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Diagnostic } from '@mortise/contracts';
import { type OutputChunk, rolldown } from 'rolldown';
import { listFolder } from '../files/list-folder.ts';
import { MEMORY_ROOT, PackageView } from '../files/package-view.ts';
import { loaderDiagnostic } from '../loader-diagnostic.ts';
import { BundleReach } from './bundle-reach.ts';
import type { BundleReply, BundleRequest } from './bundle-request.ts';
import { collectNeeds } from './collect-needs.ts';
import { fillInUses } from './entry-module.ts';
import { findUses } from './find-uses.ts';
import { COMPUTED_IMPORT, type Findings, guestBundlePlugin } from './guest-bundle-plugin.ts';
import { guestFile } from './guest-files.ts';
import { PackageAssets } from './package-assets.ts';
import { PROVIDE_NAMED } from './scan-module.ts';
import { showPath } from './show-path.ts';

const MAX_LISTED = 20_000;
/** Above that it is said that a bundle is large. */
const LARGE_BYTES = 2_000_000;
/** Names stay: code may ask for them, and people read them in traces. */
const COMPACT = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const;
const GLOBAL = guestFile('global-object.ts');
const PROCESS = guestFile('builtins/process.ts');
const BUFFER = guestFile('builtins/buffer.ts');
const TIMERS = guestFile('builtins/timers.ts');
const REFERENCES = guestFile('kept-references.ts');
const MATRIX = guestFile('dom-matrix.ts');
/** Only where a member is used: the name itself is not there, as code may ask. */
const WEB_ASSEMBLY = Object.fromEntries(
  [
    ...['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming', 'validate'],
    ...['Module', 'Instance', 'Memory', 'Table', 'Global'],
    ...['RuntimeError', 'CompileError', 'LinkError'],
  ].map((name): [string, [string, string]] => [
    `WebAssembly.${name}`,
    [guestFile('web-assembly.ts'), name],
  ]),
);

/**
 * Bundles one package into one ESM text without imports. Runs no code of the package and reads
 * no configuration of its author. Made for the bundler's own process: the parsers behind it end
 * the process on source that nests too deeply (20 kB of brackets are enough).
 */
export async function bundleExtension(request: BundleRequest): Promise<BundleReply> {
  const reply = await bundleOnce(request, false);
  const isTooLarge =
    reply.status === 'failed' &&
    reply.diagnostics.some(({ code, file }) => code === 'bundle_too_large' && file === undefined);
  // White space is a third of what packages are; without it code does the same, and its map says the same.
  return isTooLarge ? bundleOnce(request, true) : reply;
}

async function bundleOnce(request: BundleRequest, isCompact: boolean): Promise<BundleReply> {
  const reach = new BundleReach(request);
  const view = new PackageView({
    ...(request.files && { memory: request.files }),
    mayRead: (path) => reach.holds(path),
  });
  const files = listPackage(request);
  const findings: Findings = {
    ...{ diagnostics: [], facts: new Map(), modules: new Map(), ours: new Set() },
  };
  const assets = new PackageAssets({ view, reach, root: request.root, files });
  try {
    const chunk = await runBundler(
      request,
      guestBundlePlugin({ request, view, reach, assets, findings }),
      isCompact,
    );
    return finish(chunk, request, { findings, assets, view });
  } catch (error) {
    const diagnostics = [...findings.diagnostics];
    const isExplained = diagnostics.some(({ severity }) => severity === 'error');
    if (!isExplained) diagnostics.push(bundlerFault(error, request));
    return { status: 'failed', diagnostics };
  }
}

async function runBundler(
  request: BundleRequest,
  plugin: ReturnType<typeof guestBundlePlugin>,
  isCompact: boolean,
): Promise<OutputChunk> {
  const build = await rolldown({
    input: { index: 'mortise:entry' },
    cwd: MEMORY_ROOT,
    platform: 'neutral',
    plugins: [plugin],
    // The author's tsconfig may name plugins, paths and files anywhere, so the bundler must not read it.
    tsconfig: false,
    shimMissingExports: true,
    logLevel: 'silent',
    experimental: { attachDebugInfo: 'none' },
    transform: {
      target: 'es2024',
      define: { 'process.env.NODE_ENV': '"production"' },
      inject: {
        global: [GLOBAL, 'global'],
        process: [PROCESS, 'default'],
        Buffer: [BUFFER, 'Buffer'],
        setTimeout: [TIMERS, 'setTimeout'],
        setInterval: [TIMERS, 'setInterval'],
        clearTimeout: [TIMERS, 'clearTimeout'],
        clearInterval: [TIMERS, 'clearInterval'],
        setImmediate: [TIMERS, 'setImmediate'],
        clearImmediate: [TIMERS, 'clearImmediate'],
        WeakRef: [REFERENCES, 'KeptReference'],
        FinalizationRegistry: [REFERENCES, 'QuietRegistry'],
        DOMMatrix: [MATRIX, 'DOMMatrix'],
        ...WEB_ASSEMBLY,
        SharedArrayBuffer: [guestFile('shared-memory.ts'), 'UnsharedBuffer'],
        [PROVIDE_NAMED]: [guestFile('named-globals.ts'), 'provideNamed'],
        [COMPUTED_IMPORT]: [guestFile('computed-import.ts'), 'importComputed'],
      },
    },
  });
  try {
    const { output } = await build.generate({
      format: 'esm',
      codeSplitting: false,
      sourcemap: 'hidden',
      exports: 'named',
      ...(isCompact && { minify: COMPACT }),
      comments: { legal: true, annotation: false, jsdoc: false },
      sourcemapPathTransform: (path, mapPath) =>
        showPath(posix.resolve(posix.dirname(mapPath), path), request.root),
    });
    return output[0];
  } finally {
    await build.close();
  }
}

interface FinishParts {
  readonly view: PackageView;
  readonly findings: Findings;
  readonly assets: PackageAssets;
}

function finish(chunk: OutputChunk, request: BundleRequest, parts: FinishParts): BundleReply {
  const { findings, assets, view } = parts;
  const diagnostics = [...findings.diagnostics];
  const { needs, found } = collectNeeds(chunk, request, { findings, view });
  const uses =
    request.shape === 'openclaw' ? findUses(chunk, request, { findings, needs }) : undefined;
  const filled = assets.fillIn(chunk.code);
  const source = uses === undefined ? filled : fillInUses(filled, uses);
  const bytes = Buffer.byteLength(source);
  if (bytes > request.maxBytes) diagnostics.push(tooLarge(request, bytes));
  else if (bytes > LARGE_BYTES) diagnostics.push(large(chunk, request, bytes));
  for (const specifier of chunk.imports) diagnostics.push(unbundled(request, specifier));
  for (const file of assets.leftOut) diagnostics.push(assetLeftOut(file));
  const isFailed = diagnostics.some(({ severity }) => severity === 'error');
  if (isFailed) return { status: 'failed', diagnostics };
  return {
    status: 'ok',
    bundle: {
      source,
      map: chunk.map === null ? '' : JSON.stringify(plainMap(chunk.map)),
      hash: createHash('sha256').update(source).digest('hex'),
      bytes,
      needs,
      ...(uses !== undefined && { uses }),
    },
    observed: view.observed,
    diagnostics: [...diagnostics, ...found],
  };
}

function plainMap(map: NonNullable<OutputChunk['map']>): object {
  // Without the texts: they are in the package, and are most of a map.
  const { version, names, sources, mappings } = map;
  return { version, file: 'index.js', names, sources, mappings };
}

function listPackage(request: BundleRequest): readonly string[] {
  if (request.files !== undefined) return [...request.files.keys()];
  return listFolder(request.root, MAX_LISTED) ?? [];
}

/** What an author can use of what the bundler says: the file, the line and the mistake. */
function bundlerFault(error: unknown, request: BundleRequest): Diagnostic {
  const text = stripAnsi(error instanceof Error ? error.message : String(error));
  const place = placeOf(text);
  const message = mistakesOf(text).slice(0, 1_000);
  return loaderDiagnostic('bundle_failed', { message, subject: request.id, ...place });
}

function placeOf(text: string): { file?: string; line?: number; column?: number } {
  const exact = /\[\s*(?:[^\]]*?)([\w@./-]+\.[cm]?[jt]sx?):(\d+):(\d+)\s*\]/.exec(text);
  if (exact !== null) {
    return { file: exact[1] ?? '', line: Number(exact[2]), column: Number(exact[3]) };
  }
  const file = /^\[plugin [^\]]*\] (?:\/@extension\/)?(\S+)$/m.exec(text)?.[1];
  // The parser quotes lines around the mistake and marks it below its own; at the end it marks none.
  const marked = /^(\d+): .*\n(\s*)\^/m.exec(text) ?? [...text.matchAll(/^(\d+): /gm)].at(-1);
  const [, line, before] = marked ?? [];
  const column = before === undefined ? 0 : before.length - `${line}: `.length + 1;
  return {
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line: Number(line) }),
    ...(column > 0 && { column }),
  };
}

const FRAME_OF_THE_BUNDLER = /^(?:Build failed|\[plugin |RolldownError|\s+at |\d+: |\s*\^+\s*$)/;

function mistakesOf(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const own = lines.filter((line) => !FRAME_OF_THE_BUNDLER.test(line));
  return (own.length > 0 ? own : lines)
    .slice(0, 4)
    .map((line) => line.trim())
    .join('; ');
}

function stripAnsi(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what it looks for
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}

function tooLarge(request: BundleRequest, bytes: number): Diagnostic {
  return loaderDiagnostic('bundle_too_large', {
    message: `the bundle has ${bytes} bytes, ${request.maxBytes} are allowed`,
    subject: request.id,
  });
}

/** Where most of it comes from is what an author can change. */
function large(chunk: OutputChunk, request: BundleRequest, bytes: number): Diagnostic {
  const sizes = new Map<string, number>();
  for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
    const name = packageOf(showPath(id, request.root));
    sizes.set(name, (sizes.get(name) ?? 0) + renderedLength);
  }
  const [most] = [...sizes].sort(([, one], [, other]) => other - one);
  const from = most === undefined ? '' : `, ${inMegabytes(most[1])} of it from ${most[0]}`;
  return loaderDiagnostic('bundle_large', {
    message: `the bundle has ${inMegabytes(bytes)}${from}`,
    subject: request.id,
    severity: 'info',
  });
}

function packageOf(shown: string): string {
  return /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(shown)?.[1] ?? 'its own code';
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function unbundled(request: BundleRequest, specifier: string): Diagnostic {
  return loaderDiagnostic('import_unresolved', {
    message: `${specifier} was not bundled`,
    subject: request.id,
  });
}

function assetLeftOut(file: string): Diagnostic {
  return loaderDiagnostic('package_too_large', {
    message: `${file} is too large to be kept in the bundle; reading it will fail`,
    subject: file,
    severity: 'warning',
    file,
  });
}
