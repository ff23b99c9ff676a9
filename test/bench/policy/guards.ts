import type { ConfigFile } from '@mortise/contracts';
import { ECHO_EXECUTE, ECHO_TEXT, echoExtension } from '../call/echo-tool.ts';

/** What stands in front of a call, each by itself or together. */
export interface Guards {
  readonly tokens?: boolean;
  readonly rules?: boolean;
  readonly rates?: boolean;
  readonly audit?: boolean;
}

/** Tools that rules are about besides the one that is called. */
const OTHER_TOOLS: readonly string[] = ['read', 'write', 'remove', 'send', 'buy', 'deploy'];

/** The tool that is called and the others. */
export const BENCH_EXTENSIONS: readonly { readonly id: string; readonly source: string }[] = [
  { id: 'bench-echo', source: echoExtension(ECHO_EXECUTE) },
  ...OTHER_TOOLS.map((name) => ({
    id: `bench-${name}`,
    source: echoExtension(ECHO_EXECUTE, name),
  })),
];

/** Ten rules, of which four are about the tool that is called; the last of these lets it pass. */
const RULES = [
  rule('echo', 'deny', property('text', { pattern: '^(?:rm|dd|mkfs) ' })),
  rule('echo', 'ask', property('target', { enum: ['prod', 'live'] })),
  rule('echo', 'ask', property('text', { minLength: 20_000 })),
  rule('echo', 'allow', property('text', { type: 'string' })),
  ...OTHER_TOOLS.map((name) => rule(name, 'deny', property('text', { pattern: 'secret' }))),
];

const RATES = [
  { for: { agent: '*' }, calls: 20_000_000, per: '1h' },
  { for: { user: '*', tool: 'echo' }, calls: 1_000_000, per: '1m' },
];

export function guardedConfig({ rules = false, rates = false }: Guards): ConfigFile {
  return {
    agents: { bench: {} },
    ...(rules ? { tools: { rules: RULES } } : {}),
    ...(rates ? { rates: RATES } : {}),
  };
}

function rule(
  tool: string,
  then: 'allow' | 'ask' | 'deny',
  when: { readonly [name: string]: unknown },
) {
  return { tools: [tool], when, then, reason: `what is sent to ${tool}` };
}

function property(name: string, schema: object) {
  return { type: 'object', properties: { [name]: schema }, required: [name] };
}

/** Another text with every call: what is remembered of arguments must not look cheap. */
export function createTexts(): () => string {
  let last = 0;
  const rest = ECHO_TEXT.slice(NUMBER_CHARS);
  return () => {
    last += 1;
    return `${String(last).padStart(NUMBER_CHARS)}${rest}`;
  };
}

const NUMBER_CHARS = 10;
