import { createRuntime } from 'mcporter';
import {
  addresses,
  bearer,
  type ClientKind,
  type ClientTarget,
  contentTexts,
  type PlainResult,
  readResult,
} from '../driven-client.ts';

const SERVER = 'mortise';

/** The runtime of its command line, which keeps one connection. */
export const mcporter: ClientKind = {
  name: 'mcporter',
  package: 'mcporter',
  over: ['HTTP', 'stdio'],
  lacks: {
    progress: 'it hands on no progress of tools',
    cancel: 'it has no way to cancel a call',
    prompt: 'it has no prompts of servers',
  },
  connect: async (target) => {
    const servers = [{ name: SERVER, command: commandOf(target) }];
    const logger = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
    const runtime = await createRuntime({ servers, logger });
    return {
      list: async () => (await runtime.listTools(SERVER)).map(({ name }) => name),
      call: async (name, args) =>
        readResult((await runtime.callTool(SERVER, name, { args })) as PlainResult),
      resources: {
        list: async () => addresses((await runtime.listResources(SERVER)) as never),
        read: async (uri) => contentTexts((await runtime.readResource(SERVER, uri)) as never),
      },
      close: () => runtime.close(),
    };
  },
};

function commandOf(target: ClientTarget) {
  if (target.over === 'stdio') {
    const { command, args, cwd } = target;
    return { kind: 'stdio' as const, command, args: [...args], cwd };
  }
  return { kind: 'http' as const, url: new URL(target.url), headers: bearer(target.token) };
}
