/** Where a command writes and what it may assume about it. Passed in, so that tests can read it. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Colours only where a person looks. */
  readonly hasColour: boolean;
  /** The same for errors, which may go elsewhere; as `hasColour` if absent. */
  readonly hasErrorColour?: boolean;
  /** How wide a line may be; as wide as it likes if absent. */
  readonly columns?: number;
  /** Whether a person is there to answer a question. */
  readonly canAsk?: boolean;
  /** Calls back for each key that is pressed; answers how to stop. Absent if no person has a keyboard here. */
  readonly onKey?: (listener: (key: string) => void) => () => void;
  /** Draws over the current line of a person's terminal; absent if no person looks. */
  readonly draw?: (text: string) => void;
}

const CLEAR_LINE = '\r\u001b[K';

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const mayColour = (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  // A terminal that was given no size says 0.
  const columns = columnsOf(env['COLUMNS']) ?? columnsOf(stdout.isTTY ? `${stdout.columns}` : '');
  return {
    out: (text) => void stdout.write(`${text}\n`),
    err: (text) => void stderr.write(`${text}\n`),
    hasColour: stdout.isTTY === true && mayColour,
    hasErrorColour: stderr.isTTY === true && mayColour,
    ...(columns === undefined ? {} : { columns }),
    canAsk: stdin.isTTY === true && stdout.isTTY === true,
    ...(stdin.isTTY && stdout.isTTY && env['TERM'] !== 'dumb' ? { onKey: listenToKeys } : {}),
    // A prompt has the keyboard in raw mode and draws by itself.
    ...(stderr.isTTY && env['TERM'] !== 'dumb' && env['CI'] === undefined
      ? { draw: (text) => stdin.isRaw !== true && stderr.write(`${CLEAR_LINE}${text}`) }
      : {}),
  };
}

/** Keys come one by one and are not shown; Ctrl-C is a key, too. */
function listenToKeys(listener: (key: string) => void): () => void {
  const { stdin } = process;
  const onData = (data: Buffer) => {
    for (const key of data.toString('utf8')) listener(key);
  };
  stdin.setRawMode(true).resume().on('data', onData);
  return () => void stdin.off('data', onData).setRawMode(false).pause();
}

const FEWEST_COLUMNS = 40;

function columnsOf(text: string | undefined): number | undefined {
  const columns = text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return columns >= FEWEST_COLUMNS ? columns : undefined;
}
