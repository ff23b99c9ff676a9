import type { SessionStore } from '@mortise/contracts';
import type { LoadReply, UnloadReply } from '@mortise/core';
import { MemorySessionStore } from '@mortise/host';
import type { CaseForm, Mismatch } from '../case-form.ts';
import { compareAsSets, compareExactly } from '../compare.ts';
import { activeNames, CaseHost, isSurvivable } from './case-host.ts';
import { toolsNamedIn } from './case-toolkits.ts';
import { spellError } from './toolkit-errors-form.ts';

/** `in.config` and `in.ops`, each a list of a verb and its arguments, against one store. */
export const toolkitOperationsForm: CaseForm = {
  name: 'toolkit operations',
  accepts: ({ given, expect }) =>
    given.has('config') && Array.isArray(expect) && given.list('ops').every(Array.isArray),
  run: async ({ given, expect }) => {
    const operations = given.list('ops').map((each) => (Array.isArray(each) ? each : []));
    const configs = [
      given.get('config'),
      ...operations.filter(isReconfiguration).map(([, raw]) => raw),
    ];
    const store = new MemorySessionStore();
    const host = new CaseHost({ tools: toolsNamedIn(configs), store, withControlPlane: true });
    const refused = host.configure(given.get('config')).filter((each) => !isSurvivable(each));
    if (refused.length > 0)
      return [{ what: 'config', expected: 'valid', actual: refused.map(spellError) }];
    const wanted: readonly unknown[] = Array.isArray(expect) ? expect : [];
    const results = [...compareExactly('number of results', wanted.length, operations.length)];
    for (const [index, operation] of operations.entries()) {
      const name = `operation ${index + 1} ${JSON.stringify(operation)}`;
      const found = await runOperation({ host, store }, operation, wanted[index]);
      results.push(...found.map((each) => ({ ...each, what: `${name} ${each.what}` })));
    }
    return results;
  },
};

interface World {
  readonly host: CaseHost;
  readonly store: SessionStore;
}

type Operation = (
  world: World,
  operands: readonly unknown[],
  expected: unknown,
) => Promise<readonly Mismatch[]>;

const OPERATIONS: ReadonlyMap<unknown, Operation> = new Map<unknown, Operation>([
  [
    'runtime',
    async ({ host }, operands, expected) => {
      const { surface } = await host.sessions.beginRequest(callerOf(operands));
      return compareAsSets('', expected, activeNames(surface));
    },
  ],
  [
    'load',
    async ({ host }, operands, expected) =>
      compareReply(expected, await host.sessions.load(callerOf(operands), String(operands[2]))),
  ],
  [
    'unload',
    async ({ host }, operands, expected) =>
      compareReply(expected, await host.sessions.unload(callerOf(operands), String(operands[2]))),
  ],
  [
    'list',
    async ({ host }, operands, expected) => {
      const reply = await host.sessions.list(callerOf(operands));
      const { status, loaded_toolkits: loaded, toolkits } = reply;
      return compareExactly('', expected, { status, loaded, toolkits });
    },
  ],
  [
    'loaded',
    async ({ host }, operands, expected) => {
      const { loaded_toolkits: loaded } = await host.sessions.list(callerOf(operands));
      return compareExactly('', expected, loaded);
    },
  ],
  [
    'seed',
    async ({ store }, operands, expected) => {
      const { agentId, sessionKey = '' } = callerOf(operands);
      const record = await store.read(agentId, sessionKey);
      // Written by hand: it may hold anything.
      const loadedToolkits = operands[2] as readonly string[];
      const { status } = await store.write({ ...record, loadedToolkits }, record.version);
      return compareExactly('', expected, status === 'stored' ? 'ok' : status);
    },
  ],
  [
    'reconfig',
    async ({ host }, operands, expected) => {
      const errors = host.configure(operands[0]).filter((each) => !isSurvivable(each));
      return compareExactly('', expected, errors.length === 0 ? 'ok' : errors.map(spellError));
    },
  ],
]);

async function runOperation(
  world: World,
  [verb, ...operands]: readonly unknown[],
  expected: unknown,
): Promise<readonly Mismatch[]> {
  const operation = OPERATIONS.get(verb);
  if (operation !== undefined) return operation(world, operands, expected);
  return [{ what: '', expected, actual: `no operation is called ${JSON.stringify(verb)}` }];
}

function callerOf([agentId, sessionKey]: readonly unknown[]) {
  const isSession = typeof sessionKey === 'string';
  return { agentId: String(agentId), ...(isSession ? { sessionKey } : {}) };
}

/** `[status, loaded, takes_effect or a tool in conflict]`. */
function compareReply(expected: unknown, reply: LoadReply | UnloadReply): readonly Mismatch[] {
  const [, , third] = Array.isArray(expected) ? expected : [];
  const named = reply.tools?.find((tool) => tool === third) ?? reply.takes_effect;
  const actual = [reply.status, reply.loaded_toolkits, ...(named === undefined ? [] : [named])];
  return compareExactly('', expected, actual);
}

function isReconfiguration([verb]: readonly unknown[]): boolean {
  return verb === 'reconfig';
}
