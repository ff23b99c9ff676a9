import type { Stream } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { MortiseError } from '@mortise/contracts';
import { Child, type ChildOrder } from '@mortise/processes';
import type { ProcessEnd } from './server-words.ts';

export interface ProcessTransportParts extends Omit<ChildOrder, 'stdio'> {
  /** Most bytes of a message that has not ended yet. */
  readonly maxBufferSize: number;
  readonly onErrorOutput: (stderr: Stream) => void;
  readonly onEnd: (end: ProcessEnd) => void;
}

/** What a server gets to end by itself once its input has ended, and again after it was asked to. */
const PATIENCE_MS = 2_000;

/**
 * Speaks MCP with a server over the standard input and output of a process that it starts and ends.
 * Unlike the transport of the SDK it never signals a process that did not start.
 */
export class ProcessTransport implements Transport {
  // The three listeners are the protocol's to set.
  declare onclose?: () => void;
  declare onerror?: (error: Error) => void;
  declare onmessage?: NonNullable<Transport['onmessage']>;
  readonly #parts: ProcessTransportParts;
  readonly #buffer: ReadBuffer;
  #child: Child | undefined;

  constructor(parts: ProcessTransportParts) {
    this.#parts = parts;
    this.#buffer = new ReadBuffer({ maxBufferSize: parts.maxBufferSize });
  }

  async start(): Promise<void> {
    if (this.#child !== undefined) throw new Error('The server was started already.');
    const { maxBufferSize: _most, onErrorOutput, onEnd, ...order } = this.#parts;
    // Ctrl-C in the terminal of the host would end it in the middle of the calls that the host waits for.
    const child = Child.start({ ...order, stdio: ['pipe', 'pipe', 'pipe'], ownGroup: true });
    const fault = await child.started;
    if (fault !== undefined) throw new MortiseError('mcp_server_failed', fault.message);
    this.#child = child;
    const report = (error: Error) => this.onerror?.(error);
    child.stream(0)?.on('error', report);
    child
      .stream(1)
      ?.on('error', report)
      .on('data', (chunk: Buffer) => this.#read(chunk));
    const stderr = child.stream(2)?.on('error', report);
    if (stderr !== undefined) onErrorOutput(stderr);
    void child.ended.then((end) => {
      // One that was closed ends because we asked it to.
      if (this.#child === child) {
        this.#child = undefined;
        if (end.kind === 'exited') onEnd(end);
      }
      this.onclose?.();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stream(0);
    if (input === undefined || !input.writable) throw new Error('The server is not connected.');
    if (input.write(serializeMessage(message))) return;
    await new Promise<void>((resolve) => {
      input.once('drain', resolve).once('close', resolve);
    });
  }

  /** Ends its input, then asks it to end, then ends it. */
  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    this.#buffer.clear();
    if (child === undefined) return;
    child.stream(0)?.end();
    if (await endsSoon(child)) return;
    child.kill('SIGTERM');
    if (await endsSoon(child)) return;
    child.kill();
    await child.exited;
    // A process that it left behind may hold the pipes.
    child.closeStreams();
  }

  #read(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      void this.close();
      return;
    }
    while (this.#readOne());
  }

  /** Says whether there may be another; a line that is no message is reported and left out. */
  #readOne(): boolean {
    try {
      const message = this.#buffer.readMessage();
      if (message !== null) this.onmessage?.(message);
      return message !== null;
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      return true;
    }
  }
}

async function endsSoon(child: Child): Promise<boolean> {
  const late = new AbortController();
  const ended = await Promise.race([
    child.ended.then(() => true),
    pause(PATIENCE_MS, false, { signal: late.signal, ref: false }).catch(() => false),
  ]);
  late.abort();
  return ended;
}
