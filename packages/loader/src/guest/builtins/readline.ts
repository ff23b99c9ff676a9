import { EventEmitter } from './events.ts';
import { StringDecoder } from './string-decoder.ts';

interface Source extends AsyncIterable<unknown> {
  on(name: string, listener: (value: never) => void): unknown;
}

/** Lines of a stream. There is no terminal to ask a question at. */
export class Interface extends EventEmitter {
  readonly terminal = false;
  readonly line = '';
  readonly closed: boolean = false;
  readonly #lines: string[] = [];
  #wake = (): void => {};
  #rest = '';

  constructor(options: { readonly input?: Source } | Source) {
    super();
    const input = 'input' in options ? options.input : (options as Source);
    const decoder = new StringDecoder('utf8');
    input?.on('data', (chunk: string | Uint8Array) => {
      this.#take(typeof chunk === 'string' ? chunk : decoder.write(chunk));
    });
    input?.on('end', () => {
      if (this.#rest !== '') this.#tell(this.#rest);
      this.#rest = '';
      this.close();
    });
    input?.on('error', (error: Error) => this.emit('error', error));
  }

  close(): void {
    if (this.closed) return;
    Object.assign(this, { closed: true });
    this.emit('close');
    this.#wake();
  }

  pause(): this {
    return this;
  }

  resume(): this {
    return this;
  }

  setPrompt(): void {}

  getPrompt(): string {
    return '';
  }

  prompt(): void {}

  write(): void {}

  question(_query: string, ...rest: unknown[]): void {
    const callback = rest.at(-1);
    this.once('line', (line: string) => (callback as (line: string) => void)(line));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) yield line;
      else if (this.closed) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#tell(line);
  }

  #tell(line: string): void {
    this.#lines.push(line);
    this.emit('line', line);
    this.#wake();
  }
}

export function createInterface(options: { readonly input?: Source } | Source): Interface {
  return new Interface(options);
}

export function clearLine(): boolean {
  return true;
}
export function clearScreenDown(): boolean {
  return true;
}
export function cursorTo(): boolean {
  return true;
}
export function moveCursor(): boolean {
  return true;
}
export function emitKeypressEvents(): void {}
