import { readFile } from 'node:fs/promises';
import {
  type Diagnostic,
  entryKind,
  type McpServerState,
  type ToolExplanation,
} from '@mortise/contracts';
import type { AskedArguments } from '@mortise/core';
import type { FleetStatus, PruneReport, SessionResult } from '@mortise/host';
import type { AskHost } from '../running/ask-host.ts';
import type { RunningHost } from '../running/running-host.ts';
import type {
  HeldBy,
  HostView,
  RuleChange,
  ToolDifference,
  ViewCall,
  ViewSession,
} from './host-view.ts';

/** More than a page of any list that commands read. */
const PAGE = 1_000;

/** A host that serves, asked over its API. */
export function askedView(ask: AskHost, running: RunningHost): HostView {
  return {
    running,
    configPath: running.config,
    agentIds: async () => (await ask<{ agents: readonly string[] }>('/api/host')).agents,
    toolNames: async () =>
      (await readAll<{ readonly name: string }>(ask, '/api/tools?', 'tools')).map(
        ({ name }) => name,
      ),
    explain: (of, tool, asked) =>
      tool === undefined ? explainAll(ask, of) : explainOne(ask, of, { tool, asked }),
    diff: async (before, after, asked) => {
      const path = `/api/agents/${encode(before.agent)}/diff/${encode(after.agent)}`;
      const answer = await ask<Differences>(`${path}?${queryOf(before, asked)}`);
      return answer.differences;
    },
    simulate: async ({ agent, session, stated }, change, asked) => {
      const body = { session, ...stated, ...asked, change: writtenChange(change) };
      const answer = await ask<Differences>(`/api/agents/${encode(agent)}/simulate`, { body });
      return answer.differences;
    },
    execute: (call) => execute(ask, call),
    diagnostics: async ({ strict = false } = {}) =>
      (await ask<Listed>(`/api/diagnostics?strict=${strict}`)).diagnostics,
    checkFile: () => checkFile(ask, running.config),
    extensions: async () => (await ask<Extensions>('/api/extensions')).extensions,
    ...serversOf(ask),
    fleet: async () => (await ask<{ fleet?: FleetStatus }>('/api/runners')).fleet,
    jails: () => ask<HeldBy>('/api/runners'),
    prune: ({ dryRun }) => ask<PruneReport>('/api/prune', { body: { dryRun } }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

type OfServers = Pick<
  HostView,
  'mcpServers' | 'mcpServer' | 'approveServer' | 'forgetServer' | 'reconnectServer'
>;

function serversOf(ask: AskHost): OfServers {
  const list = async () =>
    (await ask<{ servers: readonly McpServerState[] }>('/api/mcp-servers')).servers;
  const isThere = async (name: string) => (await list()).some((each) => each.name === name);
  const pathOf = (name: string) => `/api/mcp-servers/${encode(name)}`;
  return {
    mcpServers: list,
    mcpServer: async (name) =>
      (await isThere(name)) ? ask<McpServerState>(`${pathOf(name)}/ask`, { body: {} }) : undefined,
    approveServer: (name, hash) =>
      ask<McpServerState>(`${pathOf(name)}/approve`, { body: { hash } }),
    forgetServer: async (name) =>
      (await ask<{ forgotten: boolean }>(`${pathOf(name)}/forget`, { body: {} })).forgotten,
    reconnectServer: async (name) => {
      if (!(await isThere(name))) return undefined;
      await ask(`${pathOf(name)}/reconnect`, { body: {} });
      return ask<McpServerState>(pathOf(name));
    },
  };
}

/** A call that a person must approve says so after this time, in ms, and then waits on. */
const FIRST_WAIT_MS = 1_000;

async function execute(ask: AskHost, asked: ViewCall): Promise<SessionResult | undefined> {
  const { agent, session, stated, call, dryRun, signal, onProgress } = asked;
  const path = `/api/agents/${encode(agent)}/calls`;
  for (let waits: object = { approvalWaitMs: FIRST_WAIT_MS }; ; waits = {}) {
    const kind = entryKind(call.name);
    const body = { session, ...stated, dryRun, kind, calls: [call], ...waits };
    const { results } = await ask<{ results: readonly SessionResult[] }>(path, { body, signal });
    const [result] = results;
    // Nothing has run: the same call asked again waits for the same decision.
    if (result?.ok !== false || result.code !== 'approval_pending') return result;
    if ('approvalWaitMs' in waits) onProgress({ message: `${result.message} ${nextStep(result)}` });
  }
}

function nextStep({ approvalId = '' }: { readonly approvalId?: string }): string {
  return `\`mortise approvals show ${approvalId}\` shows it.`;
}

interface Differences {
  readonly differences: readonly ToolDifference[];
}

interface Listed {
  readonly diagnostics: readonly Diagnostic[];
}

interface Extensions {
  readonly extensions: Awaited<ReturnType<HostView['extensions']>>;
}

interface ExplainAnswer {
  readonly explanations: readonly ToolExplanation[];
}

interface ListedTool extends Omit<ToolExplanation, 'tool'> {
  readonly name: string;
  readonly definitionTokens?: number;
}

interface AskedTool {
  readonly tool: string;
  readonly asked: AskedArguments | undefined;
}

async function explainOne(ask: AskHost, of: ViewSession, { tool, asked }: AskedTool) {
  const path = `/api/agents/${encode(of.agent)}/tools/${encode(tool)}`;
  const { explanations } = await ask<ExplainAnswer>(`${path}?${queryOf(of, asked)}`);
  return { explanations, tokens: new Map<string, number>() };
}

/** What a question states, as a query. */
function queryOf({ session, stated = {} }: ViewSession, asked?: AskedArguments): string {
  const { provider, model, sandboxed } = stated;
  const query = new URLSearchParams({
    session,
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(sandboxed === undefined ? {} : { sandboxed: String(sandboxed) }),
    ...(asked === undefined
      ? {}
      : 'argv' in asked
        ? { argv: JSON.stringify(asked.argv) }
        : { args: JSON.stringify(asked.args) }),
  });
  return query.toString();
}

/** As people write it: what a rule is read into has another name for `then`. */
function writtenChange(change: RuleChange): object {
  if (change.kind === 'select') return change;
  const { ruling, ...rest } = change.rule;
  return { ...change, rule: Object.fromEntries([...Object.entries(rest), ['then', ruling]]) };
}

async function explainAll(ask: AskHost, of: ViewSession) {
  const path = `/api/agents/${encode(of.agent)}/tools?trace=true&${queryOf(of)}&`;
  const listed = await readAll<ListedTool>(ask, path, 'tools');
  return {
    explanations: listed.map(({ name, ...rest }) => ({ tool: name, ...rest })),
    tokens: new Map(listed.map(({ name, definitionTokens = 0 }) => [name, definitionTokens])),
  };
}

/** The host that runs may have read an older text; it checks the newer one with what it has registered. */
async function checkFile(ask: AskHost, path: string): Promise<readonly Diagnostic[]> {
  // A program cannot be sent; what it makes is what runs after a reload.
  if (!/\.(?:ya?ml|json[c5]?)$/.test(path)) return [];
  const body = {
    text: await readFile(path, 'utf8'),
    format: /ya?ml$/.test(path) ? 'yaml' : 'json',
  } as const;
  const { diagnostics } = await ask<Listed>('/api/config/check', { body });
  return diagnostics.map((each) => (each.file === undefined ? each : { ...each, file: path }));
}

/** A list that comes in pages, whole. `path` ends where the query goes on. */
async function readAll<Item>(ask: AskHost, path: string, key: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (;;) {
    const query = `limit=${PAGE}&offset=${items.length}`;
    const page = await ask<Readonly<Record<string, readonly Item[]>>>(`${path}${query}`);
    const found = page[key] ?? [];
    items.push(...found);
    if (found.length < PAGE) return items;
  }
}

const encode = encodeURIComponent;
