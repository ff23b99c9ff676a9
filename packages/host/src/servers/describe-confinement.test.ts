import type { McpServerConfig } from '@mortise/contracts';
import { describe, expect, it } from 'vitest';
import { describeConfinement } from './describe-confinement.ts';

const config = { name: 'files', path: 'mcpServers.files', command: 'node' } as unknown;
const layers = { files: 'off: no Landlock', system_calls: 'on' };

describe('what an operator reads of the jail of a server (S-8)', () => {
  it.each([
    ['preferred', 'it reaches all that the account of the host does'],
    ['required', 'it is not started'],
  ] as const)('where none can be made and it is %s: %s', (tier, says) => {
    const said = describeConfinement(config as McpServerConfig, { tier, state: 'off', layers });
    expect(said).toMatch(new RegExp(`no jail.*without files \\(no Landlock\\).*; ${says}$`));
  });
});
