import { setTimeout as pause } from 'node:timers/promises';
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { MortiseError } from '@mortise/contracts';
import type { Child, ChildStream, NotStarted } from '@mortise/processes';
import { MessageLines } from '../mcp/message-lines.ts';
import { brokenAnswer } from './broken-answer.ts';
import { MessageMeter } from './message-meter.ts';
import type { ProcessEnd } from './server-words.ts';

export interface ProcessTransportParts {
  /** Starts the process, with pipes for its input, output and error output. */
  readonly start: (signal: AbortSignal) => Promise<Child | NotStarted>;
  /** Most bytes of one message. */
  readonly maxBufferSize: number;
  readonly onStarted: (pid: number | undefined) => void;
  readonly onErrorOutput: (stderr: ChildStream) => void;
  readonly onEnd: (end: ProcessEnd) => void;
  /** It wrote a line that is no message. */
  readonly onGarbage: (line: string) => void;
  /** It wrote too many of them. */
  readonly onFlood: () => void;
}

/** What a server gets to end by itself once its input has ended, and again after it was asked to. */
const PATIENCE_MS = 2_000;
/** How long pipes may stay open after the process has ended, for what it said last. */
const PIPE_GRACE_MS = 500;
/** What may wait for a server that does not read its input. */
const MOST_UNREAD_BYTES = 64_000_000;

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
  readonly #lines: MessageLines;
  readonly #garbage = new MessageMeter();
  readonly #closing = new AbortController();
  #child: Child | undefined;
  #hasBegun = false;

  constructor(parts: ProcessTransportParts) {
    this.#parts = parts;
    this.#lines = new MessageLines(parts.maxBufferSize);
  }

  async start(): Promise<void> {
    if (this.#hasBegun) throw new Error('The server was started already.');
    this.#hasBegun = true;
    const child = await this.#parts.start(this.#closing.signal);
    const fault = 'ended' in child ? await child.started : child;
    if (fault !== undefined) throw new MortiseError('mcp_server_failed', fault.message);
    if (!('ended' in child)) return;
    if (this.#closing.signal.aborted) return void child.kill();
    this.#child = child;
    this.#parts.onStarted(child.pid);
    this.#listen(child);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stream(0);
    if (input === undefined || !input.writable) throw new Error('The server is not connected.');
    if (input.writableLength > MOST_UNREAD_BYTES) {
      void this.close();
      throw new Error('The server does not read its input.');
    }
    if (input.write(serializeMessage(message))) return;
    await new Promise<void>((resolve) => {
      input.once('drain', resolve).once('close', resolve);
    });
  }

  /** Ends its input, then asks it to end, then ends it. */
  async close(): Promise<void> {
    this.#closing.abort();
    const child = this.#child;
    this.#child = undefined;
    this.#lines.clear();
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

  #listen(child: Child): void {
    const report = (error: Error) => this.onerror?.(error);
    child.stream(0)?.on('error', report);
    child
      .stream(1)
      ?.on('error', report)
      .on('data', (chunk: Buffer) => this.#read(child, chunk))
      .once('end', () => {
        // Its end, if that is why, is told first; one that lives on says nothing any more.
        setTimeout(() => this.#child === child && void this.close(), PIPE_GRACE_MS).unref();
      });
    const stderr = child.stream(2)?.on('error', report);
    if (stderr !== undefined) this.#parts.onErrorOutput(stderr);
    void child.exited.then((end) => {
      // One that was closed ends because we asked it to.
      if (this.#child === child && end.kind === 'exited') this.#parts.onEnd(end);
      // A process that left the group may hold the pipes for ever.
      setTimeout(() => child.closeStreams(), PIPE_GRACE_MS).unref();
    });
    void child.ended.then(() => {
      if (this.#child === child) this.#child = undefined;
      this.onclose?.();
    });
  }

  #read(child: Child, chunk: Buffer): void {
    if (this.#child !== child) return;
    try {
      for (const line of this.#lines.push(chunk)) {
        if (typeof line !== 'string') throw this.#tooLong();
        this.#readLine(line);
      }
      if (this.#lines.isTooLong) throw this.#tooLong();
    } catch (error) {
      this.onerror?.(asError(error));
      void this.close();
    }
  }

  #tooLong(): Error {
    return new Error(`A message of the server has more than ${this.#parts.maxBufferSize} bytes.`);
  }

  /** A line that is no message is reported and left out; a request that it was to answer ends with that. */
  #readLine(line: string): void {
    try {
      this.onmessage?.(deserializeMessage(line));
    } catch (error) {
      this.onerror?.(asError(error));
      this.#parts.onGarbage(line);
      const answer = brokenAnswer(line);
      if (answer !== undefined) this.onmessage?.(answer);
      if (this.#garbage.add(line.length)) this.#parts.onFlood();
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
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
