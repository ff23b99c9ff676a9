import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { ApprovalWorld } from './approval-world.ts';

/** Ways of clients to call: which revision, whether they are told of progress, whether their user decides. */
export const CLIENT_KINDS = [
  { revision: '2025-11-25', agent: 'main', hasProgress: true },
  { revision: '2026-07-28', agent: 'main', hasProgress: false },
  { revision: '2025-11-25', agent: 'eliciting', hasProgress: false },
  { revision: '2026-07-28', agent: 'eliciting', hasProgress: false },
] as const;

export type ClientKind = (typeof CLIENT_KINDS)[number];

/** What a client heard of a call: that it ran, that it was refused with these words, or nothing before the host died. */
export type Heard = 'ran' | 'nothing' | { readonly refused: string };

export interface MarkClientParts {
  readonly world: ApprovalWorld;
  readonly url: string;
  readonly kind: ClientKind;
  /** The same after a restart: a call that comes again is known by it. */
  readonly session: string;
}

/** A client of the official SDK that calls the tool until the host is gone. */
export class MarkClient implements AsyncDisposable {
  readonly #client: Client;
  readonly #kind: ClientKind;

  private constructor(client: Client, kind: ClientKind) {
    this.#client = client;
    this.#kind = kind;
  }

  /** `undefined` if the host died meanwhile. */
  static async connect({
    world,
    url,
    kind,
    session,
  }: MarkClientParts): Promise<MarkClient | undefined> {
    const isModern = kind.revision === '2026-07-28';
    const client = new Client(
      { name: 'marks', version: '1.0.0' },
      {
        capabilities: kind.agent === 'eliciting' ? { elicitation: { form: {} } } : {},
        ...(isModern ? { versionNegotiation: { mode: { pin: kind.revision } } } : {}),
      },
    );
    if (kind.agent === 'eliciting') {
      client.setRequestHandler('elicitation/create', async () => {
        await pause(Math.random() * 150);
        const approve = Math.random() < 0.8;
        return { action: 'accept', content: { approve } } as never;
      });
    }
    const headers = {
      Authorization: `Bearer ${world.tokenFor('call')}`,
      'Mortise-Session': session,
    };
    const address = new URL(`${url}/mcp/${kind.agent}`);
    try {
      await client.connect(
        new StreamableHTTPClientTransport(address, { requestInit: { headers } }),
      );
      return new MarkClient(client, kind);
    } catch {
      return undefined;
    }
  }

  async call(mark: string): Promise<Heard> {
    try {
      const options = this.#kind.hasProgress ? { onprogress: () => undefined } : {};
      const request = { name: 'leave_mark', arguments: { mark } };
      const { content, isError } = await this.#client.callTool(request, options);
      const [part] = content as readonly { readonly text?: string }[];
      const text = part?.text ?? '';
      if (isError !== true && text === 'marked') return 'ran';
      return { refused: text };
    } catch {
      return 'nothing';
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close().catch(() => undefined);
  }
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
