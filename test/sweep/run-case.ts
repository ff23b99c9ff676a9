import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { createHost } from '@mortise/host';
import { installFolder, type PackageVersions } from './install-packages.ts';
import type { LoopbackServer } from './loopback-server.ts';
import type { SweepCase } from './sweep-case.ts';

const run = promisify(execFile);
const NODE_MS = 60_000;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface CaseResult {
  readonly name: string;
  readonly version: string;
  readonly isClient: boolean;
  readonly hasAnswered: boolean;
  /** Why it has not. */
  readonly cause?: string;
  readonly bundleBytes?: number;
  readonly ms: number;
}

export interface CasePlace {
  /** Where cases with their packages lie. */
  readonly folder: string;
  readonly versions: PackageVersions;
  readonly server: LoopbackServer;
}

/** Writes the package of a case and installs what it needs; answers why that cannot be. */
export async function installCase(
  tried: SweepCase,
  place: Omit<CasePlace, 'server'>,
): Promise<string | undefined> {
  const folder = caseFolder(tried, place.folder);
  const names = [tried.name, ...(tried.with ?? [])];
  const dependencies = Object.fromEntries(names.map((name) => [name, place.versions[name] ?? '*']));
  const facts = {
    name: idOf(tried),
    version: '1.0.0',
    type: 'module',
    private: true,
    dependencies,
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(facts));
  return installFolder(folder);
}

/** Runs one case in Node and in the sandbox of a host, and compares. */
export async function runCase(tried: SweepCase, place: CasePlace): Promise<CaseResult> {
  const start = performance.now();
  const folder = await writeCase(tried, place);
  const missing = await installCase(tried, place);
  const cause =
    missing ?? (await tryCase(tried, folder, place).catch((error: unknown) => `${error}`));
  return {
    name: tried.name,
    version: place.versions[tried.name] ?? '',
    isClient: tried.reply !== undefined,
    hasAnswered: cause === undefined,
    ...(cause !== undefined && { cause: oneLine(cause) }),
    ms: Math.round(performance.now() - start),
  };
}

async function tryCase(
  tried: SweepCase,
  folder: string,
  { server }: CasePlace,
): Promise<string | undefined> {
  server.expect(tried.reply ?? { body: null });
  const there = await answerInNode(folder, server.url);
  if ('cause' in there) return `in Node itself: ${there.cause}`;
  const { requests } = server;
  server.expect(tried.reply ?? { body: null });
  const here = await answerInSandbox(folder, server.url);
  if ('cause' in here) return here.cause;
  if (here.answer !== there.answer) {
    return `answers ${here.answer.slice(0, 150)} where Node answers ${there.answer.slice(0, 150)}`;
  }
  if (tried.reply !== undefined && server.requests !== requests) {
    return `makes ${server.requests} requests where Node makes ${requests}`;
  }
  return undefined;
}

type Answer = { readonly answer: string } | { readonly cause: string };

async function answerInNode(folder: string, url: string): Promise<Answer> {
  try {
    const { stdout } = await run(process.execPath, [join(folder, 'node.js'), url], {
      ...{ timeout: NODE_MS, maxBuffer: 10_000_000 },
    });
    const answer = /^answer (.*)$/m.exec(stdout)?.[1];
    return answer === undefined ? { cause: 'it answered nothing' } : { answer };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { cause: /^\w*Error.*$/m.exec(text)?.[0] ?? text.slice(-300) };
  }
}

async function answerInSandbox(folder: string, url: string): Promise<Answer> {
  const network = { allowedHosts: [url], methods: METHODS, allowPrivate: ['127.0.0.1'] };
  await using host = await createHost({
    config: {
      // A busy machine is no fault of a package.
      limits: { loadMs: 60_000 },
      agents: { main: { tools: { allow: ['probe'] } } },
      extensions: [{ source: folder, grants: { network } }],
    },
  });
  const failed = host.extensions.list().find(({ status }) => status === 'failed');
  if (failed?.failure !== undefined) {
    return { cause: `${failed.failure.code}: ${failed.failure.message}` };
  }
  const session = host.agent('main').session('sweep');
  const [result] = await session.execute([{ id: 'c1', name: 'probe', args: { url } }]);
  if (result?.ok === true) return { answer: result.text };
  return { cause: `${result?.code}: ${result?.message}` };
}

/** The module that is tried, and the two programs around it. */
async function writeCase(tried: SweepCase, { folder, server }: CasePlace) {
  const own = caseFolder(tried, folder);
  const capabilities = { network: { allowedHosts: [server.url], methods: METHODS } };
  const files = {
    'mortise.json': JSON.stringify({ id: idOf(tried), entry: 'index.js', capabilities }),
    'probe.js': `${tried.imports}\nexport default async ({ url }) => {\n${tried.body}\n};\n`,
    'index.js': extensionText(capabilities),
    'node.js': PROGRAM,
  };
  await mkdir(own, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text);
  return own;
}

function idOf({ name }: SweepCase): string {
  return `case-${name.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-/, '')}`;
}

function caseFolder(tried: SweepCase, folder: string): string {
  return join(folder, idOf(tried));
}

const extensionText = (capabilities: object) => `import probe from './probe.js';
export default (api) => api.registerTool({
  name: 'probe', description: 'Answers what a package gives.', capabilities: ${JSON.stringify(capabilities)},
  parameters: { type: 'object', properties: { url: { type: 'string' } } },
  execute: async (_id, args) => ({ content: [{ type: 'text', text: String(JSON.stringify(await probe(args))) }] }),
});
`;

const PROGRAM = `import probe from './probe.js';
console.log('answer ' + JSON.stringify(await probe({ url: process.argv[2] })));
process.exit(0);
`;

/** A cause as a row of a table has it. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 400);
}
