import { createRequire } from 'node:module';
import type { Work } from './condition.ts';
import { translatePattern } from './translate-pattern.ts';

const load = createRequire(import.meta.url);

/** Loaded for patterns that V8 might not end: most rules have none. */
function linearEngine(): typeof import('re2js') {
  return load('re2js');
}

const MAX_PATTERN_CHARS = 1_000;
const MAX_PROGRAM = 4_000;

export type CompiledPattern =
  | { readonly status: 'ok'; readonly matches: (text: string, work: Work) => boolean }
  | { readonly status: 'refused'; readonly reason: string };

/**
 * A pattern as JSON Schema has them (ECMAScript, flag `u`, not anchored), that takes time in proportion
 * to the text whatever it says.
 */
export function compilePattern(pattern: string): CompiledPattern {
  if (pattern.length > MAX_PATTERN_CHARS)
    return refused(`it has more than ${MAX_PATTERN_CHARS} characters`);
  const parsed = parse(pattern);
  if (parsed === undefined) return refused('it is no pattern of ECMAScript with the flag u');
  const translated = translatePattern(pattern);
  if (translated.status === 'refused') return translated;
  if (translated.isSimple) return { status: 'ok', matches: weighed(parsed, 1) };
  const engine = compileLinear(translated.text);
  if (typeof engine === 'string') return refused(engine);
  return { status: 'ok', matches: weighed(engine, engine.programSize()) };
}

interface Engine {
  test(text: string): boolean;
}

function weighed(engine: Engine, weight: number): (text: string, work: Work) => boolean {
  return (text, work) => {
    work.spend(1 + text.length * weight);
    return engine.test(text);
  };
}

/** Parsed, and run only where it is known to be linear. */
function parse(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}

function compileLinear(text: string) {
  try {
    const engine = linearEngine().RE2JS.compile(text);
    const size = engine.programSize();
    return size > MAX_PROGRAM ? `it has ${size} steps; at most ${MAX_PROGRAM}` : engine;
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'it is not supported';
    return detail.replace(/^error parsing regexp: /, '').slice(0, 200);
  }
}

function refused(reason: string): CompiledPattern {
  return { status: 'refused', reason };
}
