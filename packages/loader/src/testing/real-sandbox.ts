import { textOf } from '@mortise/contracts';
import { createSandbox, type LoadResult, type Sandbox } from '@mortise/sandbox';
import type { RegisterOnce } from '../registration/register-once.ts';

export interface RealSandbox extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly logs: readonly string[];
  readonly registerOnce: RegisterOnce;
  load(bundle: { readonly source: string }, config?: object): Promise<LoadResult>;
  /** The text of the answer, or `code: message` of what went wrong. */
  call(toolName: string, args?: object): Promise<string>;
}

const ID = 'tested';

/** A sandbox as a host has one, for bundles that tests made. */
export function openRealSandbox(): RealSandbox {
  const logs: string[] = [];
  const note = (_details: object, message: string): void => {
    logs.push(message);
  };
  const sandbox = createSandbox({
    logger: { debug: note, info: note, warn: note, error: note },
    now: Date.now,
    spareRunners: 0,
  });
  return {
    sandbox,
    logs,
    registerOnce: async ({ id, source }) => {
      const result = await sandbox.load({ id, source });
      await sandbox.unload(id);
      return result;
    },
    load: ({ source }, config = {}) =>
      sandbox.load({ id: ID, source, config: JSON.parse(JSON.stringify(config)) }),
    call: (toolName, args = {}) => call(sandbox, toolName, args),
    [Symbol.asyncDispose]: () => sandbox.close({ drainMs: 0 }),
  };
}

async function call(sandbox: Sandbox, toolName: string, args: object): Promise<string> {
  const reply = await sandbox.run(
    {
      ...{ callId: 'c1', extensionId: ID, toolName, args, mode: 'run' },
      caller: { agentId: 'main', sessionKey: 's', workerScope: 'shared', turnCount: 1 },
      timeoutMs: 20_000,
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  );
  if (reply.status === 'ok') return textOf(reply.content);
  const isAnswer = reply.status === 'failed' && reply.content !== undefined;
  return isAnswer ? reply.message : `${reply.code}: ${reply.message}`;
}
