import { connectBroker } from '@mortise/runner-nats';
import type { NatsConnection } from '@nats-io/transport-node';
import { FLEET } from './open-fleet.ts';

const END = '\x1e';

/** What a host has offered or told. */
export interface HeardFrame {
  readonly hostId: string;
  readonly kind: string;
  readonly seq: number;
}

/** A node that says only what a test has it say: one that was taken over. */
export class PuppetNode implements AsyncDisposable {
  readonly heard: HeardFrame[] = [];
  /** Says nothing of itself, as if it were frozen or cut off. */
  isSilent = false;
  /** The number of the last message of any host. */
  lastBatch = 0;
  readonly #connection: NatsConnection;
  readonly #name: string;
  readonly #beat: NodeJS.Timeout;

  private constructor(connection: NatsConnection, name: string) {
    this.#connection = connection;
    this.#name = name;
    connection.subscribe(`mortise.${FLEET}.node.${name}.p.*`, {
      callback: (_error, message) => {
        const hostId = message.subject.split('.').at(-1) ?? '';
        for (const frame of message.string().split(END)) {
          const [kind = '', seq] = frame.split('\t');
          if (kind === 'batch') this.lastBatch = Number(seq);
          else if (kind !== '') this.heard.push({ hostId, kind, seq: Number(seq) });
        }
      },
    });
    const beat = ['beat', 2, 1_000, 0, 0, 'on', 4_711].join('\t') + END;
    const say = () => {
      if (!this.isSilent) connection.publish(`mortise.${FLEET}.beat.${name}.p`, beat);
    };
    this.#beat = setInterval(say, 50);
    say();
  }

  static async start(url: string, name: string): Promise<PuppetNode> {
    const inbox = `_INBOX_${name}`;
    return new PuppetNode(await connectBroker({ url, inbox, clientName: name }), name);
  }

  /** Frames, each a list of fields. */
  say(hostId: string, ...frames: readonly (readonly (string | number)[])[]): void {
    const text = frames.map((fields) => fields.join('\t') + END).join('');
    this.#connection.publish(`mortise.${FLEET}.host.${hostId}.${this.#name}.p`, text);
  }

  sayRaw(hostId: string, text: string): void {
    this.#connection.publish(`mortise.${FLEET}.host.${hostId}.${this.#name}.p`, text);
  }

  /** The first frame of that kind that was heard from then on. */
  async next(kind: string): Promise<HeardFrame> {
    const end = performance.now() + 10_000;
    for (;;) {
      const at = this.heard.findIndex((each) => each.kind === kind);
      const [frame] = at < 0 ? [] : this.heard.splice(at, 1);
      if (frame !== undefined) return frame;
      if (performance.now() > end) throw new Error(`no host said ${kind}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#beat);
    await this.#connection.close();
  }
}
