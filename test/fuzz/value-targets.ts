import { LIMITS, type ResolvedLimits } from '@mortise/contracts';
import { charsOutsideTexts } from '../../packages/sandbox/src/brokers/chars-outside-texts.ts';
import { CallBodyWriter } from '../../packages/sandbox/src/calls/call-body.ts';
import { interpretRegistration } from '../../packages/sandbox/src/extensions/interpret-registration.ts';
import { readArguments, readCall } from '../../packages/sandbox/src/guest/read-call.ts';
import { interpretReturned } from '../../packages/sandbox/src/replies/interpret-result.ts';
import { passAnswers } from '../../packages/sandbox/src/runner/pass-answers.ts';
import { type FuzzTarget, hold } from './fuzz-target.ts';

const SRC = 'packages/sandbox/src';
const limits = Object.fromEntries(
  Object.entries(LIMITS).map(([name, { standard }]) => [name, standard]),
) as unknown as ResolvedLimits;
const usage = { cpuMs: 1, wallMs: 1, heapBytes: 1, bytesIn: 1, bytesOut: 1, hostCalls: 0 };

const outcomes: FuzzTarget = {
  name: 'outcomes',
  files: [`${SRC}/replies/interpret-result.ts`],
  seeds: [
    '{"content":[{"type":"text","text":"a"}],"structured":{"a":[1]},"costUsd":1,"isError":false}',
    '{"content":[{"type":"image","data":"QQ==","mimeType":"image/png"}],"reduction":{"state":"applied","rawChars":3}}',
    '{"content":[{"type":"resource","resource":{"uri":"u","text":"t"}}],"structured":{"__proto__":{"a":1}}}',
    'applied\t12\tsome text',
    `{"content":[],"structured":${'['.repeat(200)}${']'.repeat(200)}}`,
  ],
  check: (text) => {
    for (const kind of ['returned', 'text'] as const) {
      const outcome = interpretReturned({ kind, body: text }, { usage, limits });
      hold(['ok', 'failed', 'refused'].includes(outcome.status), 'it is an outcome');
      hold(outcome.status !== 'refused', 'what a guest says refuses nothing');
      JSON.stringify(outcome);
    }
    hold(!('polluted' in {}), 'no prototype is touched');
  },
};

const registrations: FuzzTarget = {
  name: 'registrations',
  files: [
    `${SRC}/extensions/interpret-registration.ts`,
    `${SRC}/extensions/interpret-tool-details.ts`,
    `${SRC}/extensions/schema-problem.ts`,
  ],
  seeds: [
    '{"tools":[{"name":"a","description":"d","schema":{"type":"object","properties":{"x":{"type":"string"}}},"capabilities":{"storage":{}},"annotations":{"readOnlyHint":true},"idempotent":true}],"reducers":["a"]}',
    '{"tools":[{"name":"a","description":"d","schema":{"type":"object"},"outputSchema":{"type":"object","pattern":"(a+)+"}},{"name":"A","schema":{}}],"reducers":[1,"b"]}',
    '{"tools":[{"name":"__proto__","description":"d","schema":{"$ref":"#"}}],"reducers":[]}',
  ],
  check: (text) => {
    const registration = interpretRegistration(text, limits);
    if (registration === undefined) return;
    const names = registration.tools.map(({ name }) => name);
    hold(new Set(names).size === names.length, 'names are unique');
    hold(
      names.every((name) => /^[A-Za-z0-9_-]{1,128}$/.test(name)),
      'names are names',
    );
    hold(registration.diagnostics.length <= 200, 'what a person reads is bounded');
    hold(!('polluted' in {}), 'no prototype is touched');
  },
};

/** What the host writes of a call is what the guest reads, whatever the arguments are called. */
const calls: FuzzTarget = {
  name: 'calls',
  files: [`${SRC}/calls/call-body.ts`, `${SRC}/guest/read-call.ts`],
  seeds: [
    '{"a":1,"b":"text","c":null}',
    JSON.stringify({ long: 'x'.repeat(2_000), longer: 'y'.repeat(3_000), n: [1, 'z'] }),
    JSON.stringify({ __proto__x: 1, constructor: 'c'.repeat(1_500) }),
    `{"__proto__":"${'p'.repeat(1_500)}"}`,
    JSON.stringify({ '\x1f\x1d\t': `\x1e${'q'.repeat(1_200)}` }),
  ],
  check: (text) => {
    const args = parseObject(text);
    if (args === undefined) return;
    const caller = { agentId: 'a', sessionKey: 's', workerScope: 'agent', turnCount: 1 } as const;
    const body = new CallBodyWriter().write(
      {
        ...{ callId: text.slice(0, 20), extensionId: 'e', toolName: 't', args, mode: 'run' },
        ...{ caller, timeoutMs: 1 },
      },
      limits,
    );
    if (typeof body !== 'string') return;
    hold(!body.includes('\x1e'), 'it holds no end of a frame');
    const [line = '', ...texts] = `7\tt\t${body}`.split('\x1d');
    const call = readCall(line);
    hold(call.seq === 7 && call.toolName === 't' && call.mode === 'run', 'its head is read');
    hold(call.callId === text.slice(0, 20), 'its id is read');
    hold(call.textCount === texts.length, 'its texts are counted');
    const read = readArguments(call, texts, 0);
    hold(sorted(read) === sorted(args), 'its arguments are read');
  },
};

/** Kept answers of a guest go on as they are, but for those of calls that are over, and their cost. */
const answers: FuzzTarget = {
  name: 'answers',
  files: [`${SRC}/runner/pass-answers.ts`, `${SRC}/brokers/chars-outside-texts.ts`],
  seeds: [
    'returned\t7\t000000000000\t000000000000\t{}\x1etext\t8\t000000000000\t000000000000\tnone\t0\ta\x1e',
    'ended\t9\t000000000000\t000000000000\tthrew\t"x"\x1e',
    '{"a":"text \\" more","b":[1,2]}',
  ],
  check: (text) => {
    hold(charsOutsideTexts(text) <= text.length, 'no more is outside of texts than there is');
    const frames = Buffer.from(text);
    let sent = 0;
    passAnswers(frames, {
      ...{ heapBytes: 5, settle: (seq: number) => (seq === 7 ? 12 : undefined) },
      send: (bytes) => {
        sent += bytes.length;
      },
    });
    hold(sent <= frames.length, 'no more goes out than came in');
  },
};

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Long texts come last: the order of names is not kept, and nothing depends on it. */
function sorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export const VALUE_TARGETS: readonly FuzzTarget[] = [outcomes, registrations, calls, answers];
