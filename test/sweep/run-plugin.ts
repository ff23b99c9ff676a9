import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import {
  type CapabilityGrants,
  grantRequested,
  type JsonValue,
  type RequestedCapabilities,
} from '@mortise/contracts';
import { createHost, type Host } from '@mortise/host';
import { installFolder } from './install-packages.ts';
import { LoopbackServer } from './loopback-server.ts';
import type { PluginCase } from './plugins.ts';
import { type CasePlace, oneLine } from './run-case.ts';

export interface PluginResult {
  readonly name: string;
  readonly version: string;
  readonly tools: readonly string[];
  /** What it asks for, in one word each. */
  readonly asks: readonly string[];
  /** The tool that was called, and whether it answered. */
  readonly called?: string;
  readonly hasAnswered: boolean;
  readonly cause?: string;
  readonly ms: number;
}

/** Installs a plugin as an operator does, grants what it asks for, and calls a tool of it. */
export async function runPlugin(tried: PluginCase, place: CasePlace): Promise<PluginResult> {
  const start = performance.now();
  const version = place.versions[tried.name] ?? '';
  const found = await tryPlugin(tried, place).catch((error: unknown) => ({ cause: `${error}` }));
  return {
    ...{ name: tried.name, version, tools: [], asks: [], hasAnswered: false, ...found },
    ...(found.cause !== undefined && { cause: oneLine(found.cause) }),
    ms: Math.round(performance.now() - start),
  };
}

type Found = Partial<PluginResult>;

async function tryPlugin(tried: PluginCase, place: CasePlace): Promise<Found> {
  const folder = join(place.folder, tried.name.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-/, ''));
  const missing = await installPlugin(tried, folder, place);
  if (missing !== undefined) return { cause: missing };
  const filled = JSON.stringify(tried.config ?? {}).replaceAll('$URL', place.server.url);
  const trial = { folder, name: tried.name, config: JSON.parse(filled) };
  const state = await withHost(trial, {}, async (host) => host.extensions.list()[0]);
  if (state === undefined) return { cause: 'it is not there' };
  const { failure, tools, requested } = state;
  if (failure !== undefined) return { cause: `${failure.code}: ${failure.message}` };
  const found = { tools, asks: Object.keys(requested) };
  if (tools.length === 0) return { ...found, cause: 'it registers no tools' };
  if (tried.call === undefined) return { ...found, cause: tried.needs ?? 'no call was written' };
  const grants = grantsFor(requested, folder);
  const called = await withHost(trial, grants, (host) => callTool(host, tried, place));
  return { ...found, ...called };
}

async function callTool(host: Host, tried: PluginCase, place: CasePlace): Promise<Found> {
  const { call, port } = tried;
  if (call === undefined) return {};
  await using own = port === undefined ? undefined : await LoopbackServer.open(port);
  const server = own ?? place.server;
  server.expect({ body: call.reply ?? {} });
  const session = host.agent('main').session('sweep');
  const [result] = await session.execute([{ id: 'c1', name: call.tool, args: call.args }]);
  const called = call.tool;
  if (result?.ok === true && result.text.includes(call.says)) return { called, hasAnswered: true };
  if (result?.ok === true) return { called, cause: `answers ${result.text.slice(0, 200)}` };
  return { called, cause: `${result?.code}: ${result?.message}` };
}

/** All that it asks for, and the loopback server, which no request can ask for. */
function grantsFor(requested: RequestedCapabilities, workspace: string): CapabilityGrants {
  const grants = grantRequested(requested, workspace);
  const { network } = grants;
  return network === undefined
    ? grants
    : { ...grants, network: { ...network, allowPrivate: ['127.0.0.1/32', '::1/128'] } };
}

interface Trial {
  readonly folder: string;
  readonly name: string;
  readonly config: { readonly [key: string]: JsonValue };
}

async function withHost<Answer>(
  { folder, name, config }: Trial,
  grants: CapabilityGrants,
  use: (host: Host) => Promise<Answer>,
): Promise<Answer> {
  await using host = await createHost({
    workingDir: folder,
    stateDir: join(folder, 'state'),
    binaryDirectories: ['/usr/local/bin', '/usr/bin', '/bin'],
    config: {
      // A busy machine is no fault of a plugin.
      limits: { loadMs: 60_000 },
      // Those for the owner are optional.
      agents: { main: { tools: { alsoAllow: ['group:plugins'] } } },
      extensions: [{ source: name, config, grants }],
    },
  });
  return await use(host);
}

async function installPlugin(
  { name }: PluginCase,
  folder: string,
  { versions }: CasePlace,
): Promise<string | undefined> {
  const facts = { name: 'sweep', private: true, dependencies: { [name]: versions[name] ?? '*' } };
  await mkdir(folder, { recursive: true });
  await rm(join(folder, 'state'), { recursive: true, force: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(facts));
  return installFolder(folder);
}
