import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CliWorld } from '../kills/cli-world.ts';

/** Agents of the world: a person approves the calls of the first, the users of its clients those of the second. */
export const AGENTS = ['main', 'eliciting'] as const;

/** One execution of the tool, as it is seen from outside. */
export interface Execution {
  readonly mark: string;
  readonly callId: string;
}

/** Each execution leaves a file of its own, and then goes on for a moment. */
const source = (ran: string) => `
export default (api) => api.registerTool({
  name: 'leave_mark', description: 'Leaves a mark.',
  parameters: { type: 'object', properties: { mark: { type: 'string' } }, required: ['mark'] },
  capabilities: { fs_reach: { write: ['*'] }, storage: {} },
  async execute(id, { mark }, ctx) {
    const own = Math.random().toString(36).slice(2);
    await ctx.fs.write(${JSON.stringify(ran)} + '/' + mark + '.' + id + '.' + own, 'ran');
    for (let step = 0; step < 5 + Math.random() * 20; step += 1) await ctx.storage.set('step', step);
    return { content: [{ type: 'text', text: 'marked' }] };
  },
});`;

/** A folder with an extension whose one tool a person must approve, and tokens for those who call and approve. */
export class ApprovalWorld extends CliWorld {
  readonly #ran = join(this.folder, 'ran');
  #tokens = new Map<string, string>();

  static async open(): Promise<ApprovalWorld> {
    const world = new ApprovalWorld();
    mkdirSync(world.#ran);
    world.writeExtension('marks', source(world.#ran), {
      fs_reach: { write: ['*'], reason: 'marks' },
      storage: { scope: 'agent', reason: 'steps' },
    });
    const agents = Object.fromEntries(AGENTS.map((id) => [id, {}]));
    world.writeConfig({ agents });
    await world.require('add', './marks', '--grant', 'all');
    world.writeConfig({
      extensions: ['./marks'],
      agents,
      tools: { rulesDefault: 'ask' },
      approvals: { timeout: '8h', waiting: 500, clientWait: '20s', elicit: ['eliciting'] },
      // A call is in the log before it runs, however the host ends.
      audit: { strict: true },
    });
    for (const role of ['call', 'approve']) {
      const said = await world.require(
        'token',
        'create',
        '--agent',
        'all',
        '--role',
        role,
        '--json',
      );
      world.#tokens.set(role, (JSON.parse(said) as { readonly token: string }).token);
    }
    return world;
  }

  tokenFor(role: 'call' | 'approve'): string {
    return this.#tokens.get(role) ?? '';
  }

  executions(): readonly Execution[] {
    // Drafts of writes that a kill cut short are no executions.
    const names = readdirSync(this.#ran).filter((name) => !name.startsWith('.'));
    return names.map((name) => {
      const [mark = '', callId = ''] = name.split('.');
      return { mark, callId };
    });
  }
}
