import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { MortiseError } from '@mortise/contracts';
import type { StateSource, StateTarget } from './move-state.ts';
import type { MovedRow, MovedValue, StateTable } from './state-tables.ts';

/** A newer form is refused; an older one stays readable. */
const FORM = 1;

interface HeadLine {
  readonly mortise: 'state';
  readonly form: number;
  readonly at: string;
}

interface RowLine {
  readonly in: string;
  readonly row: MovedRow;
}

/** The last one: without it, or with another hash of all before it, a file is not whole. */
interface EndLine {
  readonly rows: number;
  readonly sha256: string;
}

/**
 * A state in a file of JSON lines that only its owner can read: hashes of tokens and what extensions stored are in it.
 * It is there once it is whole.
 */
export class StateExport implements StateTarget {
  readonly place: string;
  readonly #draft: string;
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #rows = 0;
  #isOpen = true;

  private constructor(path: string, draft: string, file: FileHandle) {
    this.place = path;
    this.#draft = draft;
    this.#file = file;
  }

  /** Rejects with `state_target_not_empty` for a file that is there, unless it `replaces` it. */
  static async create(
    path: string,
    { replaces, now }: { readonly replaces: boolean; readonly now: () => number },
  ): Promise<StateExport> {
    if (!replaces && existsSync(path)) {
      throw new MortiseError('state_target_not_empty', `${path} is there.`);
    }
    const draft = `${path}.draft-${randomBytes(6).toString('hex')}`;
    const made = new StateExport(path, draft, await open(draft, 'wx+', 0o600));
    const head: HeadLine = { mortise: 'state', form: FORM, at: new Date(now()).toISOString() };
    await made.#append([head]);
    return made;
  }

  /** Of what was written so far. */
  async *read(table: StateTable): AsyncIterable<MovedRow> {
    yield* rowsIn(this.#draft, table);
  }

  /** A new file is empty. */
  async clear(): Promise<void> {}

  async write({ name }: StateTable, rows: readonly MovedRow[]): Promise<void> {
    this.#rows += rows.length;
    await this.#append(rows.map((row): RowLine => ({ in: name, row })));
  }

  async commit(): Promise<void> {
    const end: EndLine = { rows: this.#rows, sha256: this.#hash.copy().digest('hex') };
    await this.#append([end]);
    await this.#file.sync();
    await this.#close();
    await rename(this.#draft, this.place);
    const folder = await open(dirname(this.place), 'r');
    await folder.sync().finally(() => folder.close());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
    await rm(this.#draft, { force: true });
  }

  async #append(lines: readonly (HeadLine | RowLine | EndLine)[]): Promise<void> {
    const text = lines.map((line) => `${lineOf(line)}\n`).join('');
    this.#hash.update(text);
    await this.#file.appendFile(text);
  }

  async #close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#file.close();
  }
}

/** What `StateExport` wrote. */
export class ExportedState implements StateSource {
  readonly place: string;

  private constructor(path: string) {
    this.place = path;
  }

  /** Rejects with `state_export_invalid` for a file that is not whole, or no such file. */
  static async open(path: string): Promise<ExportedState> {
    await checkWhole(path);
    return new ExportedState(path);
  }

  async *read(table: StateTable): AsyncIterable<MovedRow> {
    yield* rowsIn(this.place, table);
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** Who reads lines ends them at these two as well, and JSON does not escape them. */
function lineOf(value: object): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

async function* rowsIn(path: string, table: StateTable): AsyncIterable<MovedRow> {
  const width = Object.keys(table.columns).length;
  const start = `{"in":${JSON.stringify(table.name)},`;
  for await (const line of linesOf(path)) {
    if (!line.startsWith(start)) continue;
    const { row } = JSON.parse(line) as { readonly row?: unknown };
    if (!isRow(row, width)) throw invalid(path, `A row of ${table.name} is none.`);
    yield row;
  }
}

function isRow(row: unknown, width: number): row is MovedRow {
  return Array.isArray(row) && row.length === width && row.every(isValue);
}

function isValue(value: unknown): value is MovedValue {
  return value === null || typeof value === 'string' || Number.isSafeInteger(value);
}

async function checkWhole(path: string): Promise<void> {
  const hash = createHash('sha256');
  let [rows, last] = [-1, ''];
  try {
    for await (const line of linesOf(path)) {
      if (rows === -1) checkHead(path, line);
      // The last line is not in the hash that it holds: each is taken when the next one comes.
      else hash.update(`${last}\n`);
      rows += 1;
      last = line;
    }
  } catch (error) {
    if (MortiseError.is(error)) throw error;
    throw invalid(path, error instanceof Error ? error.message : String(error));
  }
  const end = parseLine(last) as Partial<EndLine> | undefined;
  // Head and end are no rows.
  const isWhole = end?.rows === rows - 1 && end?.sha256 === hash.digest('hex');
  if (!isWhole) throw invalid(path, 'It is not whole, or was changed.');
}

function checkHead(path: string, line: string): void {
  const head = parseLine(line) as Partial<HeadLine> | undefined;
  if (head?.mortise !== 'state') throw invalid(path, 'It is no export of a state.');
  if (head.form !== FORM)
    throw invalid(path, `It has form ${head.form}; this program knows ${FORM}.`);
}

function parseLine(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function linesOf(path: string): AsyncIterable<string> {
  return createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
}

function invalid(path: string, detail: string): MortiseError {
  return new MortiseError('state_export_invalid', `${path}: ${detail}`);
}
