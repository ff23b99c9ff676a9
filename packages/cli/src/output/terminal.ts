import { styleText } from 'node:util';

/** Where a command writes and what it may assume about it. Passed in, so that tests can read it. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Colours only where a person looks. */
  readonly hasColour: boolean;
  /** Whether a person is there to answer a question. */
  readonly canAsk?: boolean;
}

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

export function paint(terminal: Terminal, style: Style, text: string): string {
  return terminal.hasColour ? styleText(style, text, { validateStream: false }) : text;
}

export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    hasColour: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
    canAsk: process.stdin.isTTY === true && process.stdout.isTTY === true,
  };
}
