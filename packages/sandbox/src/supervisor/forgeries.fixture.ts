/** Numbers that a forgery needs. */
export interface Numbers {
  /** A call of another extension in another process, and its isolate. */
  readonly victim: string;
  readonly victimIsolate: string;
  /** A call of another agent in the same process, and its isolate. */
  readonly mate: string;
  readonly mateIsolate: string;
}

export interface Forgery {
  readonly name: string;
  /** What is written to the wire, and to the descriptor of the watch thread. */
  readonly wire?: (numbers: Numbers) => string;
  readonly watch?: (numbers: Numbers) => string;
  readonly isSilent?: true;
  readonly exits?: true;
  /** The call only checks its arguments. */
  readonly mode?: 'validate';
  /** How the host says why it was refused; absent if it is answered as what it is. */
  readonly refused?: RegExp;
  /** The outcome of the call that forges. */
  readonly outcome: string;
  /** The outcome of the other agent's call in the same process; `ok` if absent. */
  readonly mateOutcome?: string;
  /** Uses of storage that were allowed; none if absent. */
  readonly uses?: number;
}

const END = '\x1e';
const OK = '{"content":[{"type":"text","text":"ok"}]}';
const FORGED = OK.replace('ok', 'forged');
const answer = (seq: string, json = FORGED) => `returned\t${seq}\t1\t1\t${json}${END}`;
const ask = (seq: string, id: number, name = 'storage.set', input = '["k","v"]') =>
  `ask\t${seq}\t${id}\t${name}\t${input}${END}`;
const busy = (isolate: string, lastBegun: string) =>
  `busy\t1\t${isolate}\t1\t999\t0\t0\t${lastBegun}\t60\t60\t1000${END}`;
const FOREIGN = /not one of this runner|does not run in this runner/;

/** In the name of a call or an isolate of another process. */
const FOR_OTHERS: readonly Forgery[] = [
  { name: 'a result', wire: (n) => answer(n.victim), refused: FOREIGN, outcome: 'ok' },
  {
    name: 'a text',
    wire: (n) => `text\t${n.victim}\t1\t1\tnone\t0\tforged${END}`,
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'an end by its limit of CPU time',
    wire: (n) => `ended\t${n.victim}\t1\t1\tcpu\t""${END}`,
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'an end that would have it run again',
    wire: (n) => `ended\t${n.victim}\t0\t0\tunreached\t""${END}`,
    refused: FOREIGN,
    outcome: 'ok',
  },
  { name: 'a use of storage', wire: (n) => ask(n.victim, 1), refused: FOREIGN, outcome: 'ok' },
  {
    name: 'a use of secrets',
    wire: (n) => ask(n.victim, 1, 'secrets.get', '["KEY"]'),
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'a timer of the host',
    wire: (n) => ask(n.victim, 1, 'host.sleep', '{"ms":0}'),
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'progress',
    wire: (n) => `progress\t${n.victim}\t{"message":"forged"}${END}`,
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'a log line of its call',
    wire: (n) => `log\t${n.victim}\tISOLATE\tinfo\t"forged"${END}`,
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'a log line of its isolate',
    wire: (n) => `log\t0\t${n.victimIsolate}\tinfo\t"forged"${END}`,
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'other tools for its isolate',
    wire: (n) => `opened\t${n.victimIsolate}\t{"tools":[],"reducers":[]}${END}`,
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'that its isolate did not start',
    wire: (n) => `unopened\t${n.victimIsolate}\tthrew\t"forged"${END}`,
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'that its isolate was lost',
    wire: (n) => `lost\t${n.victimIsolate}\tmemory${END}`,
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'an answer by the watch thread',
    watch: (n) => `answers\t${n.victimIsolate}${END}${answer(n.victim)}`,
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'an end by the watch thread',
    watch: (n) => `answers\tISOLATE${END}ended\t${n.victim}\t1\t1\tcpu\t""${END}`,
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'a report that its entry does not end',
    watch: (n) => busy(n.victimIsolate, '0'),
    refused: FOREIGN,
    outcome: 'ok',
  },
];

/** For what is not, not yet or not any more. */
const OUT_OF_TURN: readonly Forgery[] = [
  { name: 'an answer to no call', wire: () => answer('999999'), refused: FOREIGN, outcome: 'ok' },
  { name: 'a use for no call', wire: () => ask('999999', 1), refused: FOREIGN, outcome: 'ok' },
  { name: 'a use for call 0', wire: () => ask('0', 1), refused: FOREIGN, outcome: 'ok' },
  {
    name: 'a second answer',
    wire: () => answer('SEQ', OK) + answer('SEQ'),
    isSilent: true,
    refused: /was answered before/,
    outcome: 'ok',
  },
  {
    name: 'an end after the answer',
    wire: () => `${answer('SEQ', OK)}ended\tSEQ\t1\t1\tmemory\t""${END}`,
    isSilent: true,
    refused: /was answered before/,
    outcome: 'ok',
  },
  {
    name: 'a use after the answer',
    wire: () => answer('SEQ', OK) + ask('SEQ', 1),
    isSilent: true,
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'progress after the answer',
    wire: () => `${answer('SEQ', OK)}progress\tSEQ\t{"message":"forged"}${END}`,
    isSilent: true,
    refused: FOREIGN,
    outcome: 'ok',
  },
  {
    name: 'one use twice',
    wire: () => ask('SEQ', 1) + ask('SEQ', 1),
    refused: /cannot ask this now/,
    outcome: 'ok',
    uses: 1,
  },
  {
    name: 'uses that go back',
    wire: () => ask('SEQ', 7) + ask('SEQ', 3),
    refused: /cannot ask this now/,
    outcome: 'ok',
    uses: 1,
  },
  {
    name: 'a use by a call that only checks arguments',
    wire: () => ask('SEQ', 1),
    mode: 'validate',
    refused: /cannot ask this now/,
    outcome: 'ok',
  },
  {
    name: 'ready once more, with another jail',
    wire: () => `ready\tx\t{"files":"on"}${END}`,
    refused: /ready before/,
    outcome: 'ok',
  },
  {
    name: 'reached unasked',
    wire: () => `reached\tSEQ${END}`,
    refused: /not asked/,
    outcome: 'ok',
  },
  {
    name: 'reached beyond all numbers',
    wire: () => `reached\t999999999999999${END}`,
    refused: /not asked/,
    outcome: 'ok',
  },
  {
    name: 'calm twice',
    wire: () => `calm\t5${END}calm\t5${END}`,
    refused: /later entry/,
    outcome: 'ok',
  },
  {
    name: 'its isolate opened again',
    wire: () => `opened\tISOLATE\t{"tools":[],"reducers":[]}${END}`,
    refused: /open already/,
    outcome: 'ok',
  },
  {
    name: 'its isolate not started after it ran calls',
    wire: () => `unopened\tISOLATE\tthrew\t"never ran"${END}`,
    refused: /open already/,
    outcome: 'ok',
  },
  {
    name: 'a log line of another agent’s call',
    wire: (n) => `log\t${n.mate}\tISOLATE\tinfo\t"forged"${END}`,
    refused: /does not run in isolate/,
    outcome: 'ok',
  },
  {
    name: 'an answer of the watch thread for another isolate',
    watch: (n) => `answers\tISOLATE${END}${answer(n.mate)}`,
    refused: /does not run in isolate/,
    outcome: 'ok',
  },
];

/** What would have the host believe that nothing happened. */
const UNTRUE: readonly Forgery[] = [
  {
    name: 'not reached, after it used something',
    wire: () => `${ask('SEQ', 1)}ended\tSEQ\t0\t0\tunreached\t""${END}`,
    isSilent: true,
    refused: /wrong shape/,
    outcome: 'protocol_violation',
    uses: 1,
  },
  {
    name: 'bad arguments, after it used something',
    wire: () => `${ask('SEQ', 1)}ended\tSEQ\t1\t1\tinput_invalid\t"never ran"${END}`,
    isSilent: true,
    refused: /wrong shape/,
    outcome: 'protocol_violation',
    uses: 1,
  },
  {
    name: 'no such tool, after it used something',
    wire: () => `${ask('SEQ', 1)}ended\tSEQ\t1\t1\tunknown_tool\t""${END}`,
    isSilent: true,
    refused: /wrong shape/,
    outcome: 'protocol_violation',
    uses: 1,
  },
  {
    name: 'not begun, says its watch thread, and the process ends',
    wire: () => ask('SEQ', 1),
    watch: () => busy('ISOLATE', '0'),
    ...{ isSilent: true, exits: true },
    outcome: 'sandbox_crashed',
    mateOutcome: 'ok or sandbox_crashed',
    uses: 1,
  },
];

/** What is no frame, or of no kind that runners send. */
const MALFORMED: readonly Forgery[] = [
  {
    name: 'a question without its end, of another agent’s call',
    wire: (n) => `ask\t${n.mate}\tx${END}`,
    refused: /ask has the wrong shape/,
    outcome: 'ok',
    mateOutcome: 'protocol_violation',
  },
  {
    name: 'progress that is no JSON',
    wire: () => `progress\tSEQ\t{${END}`,
    isSilent: true,
    refused: /progress has the wrong shape/,
    outcome: 'protocol_violation',
  },
  {
    name: 'a log line of a made-up level',
    wire: () => `log\tSEQ\tISOLATE\t__proto__\t"x"${END}`,
    isSilent: true,
    refused: /log has the wrong shape/,
    outcome: 'protocol_violation',
  },
  ...[
    { name: 'an empty frame', text: END },
    { name: 'a kind from a prototype', text: `__proto__\t1${END}` },
    { name: 'what only the host says', text: `answer\t1\t1\t1\t1\tnull${END}` },
    { name: 'bytes that are no text', text: `\0\ufffd\t\t\t${END}` },
  ].map(({ name, text }) => ({
    ...{ name, wire: () => text, isSilent: true as const },
    ...{ refused: /wrong shape/, outcome: 'protocol_violation', mateOutcome: 'protocol_violation' },
  })),
  {
    name: 'nonsense by the watch thread',
    watch: () => `busy\tx${END}`,
    ...{ isSilent: true, refused: /wrong shape/ },
    ...{ outcome: 'protocol_violation', mateOutcome: 'protocol_violation' },
  },
  {
    name: 'a report without end by the watch thread',
    watch: () => 'LONG',
    ...{ isSilent: true, outcome: 'protocol_violation', mateOutcome: 'protocol_violation' },
  },
  {
    name: 'a flood of reports by the watch thread',
    watch: () => busy('ISOLATE', '0').repeat(1_200),
    ...{ isSilent: true, outcome: 'protocol_violation', mateOutcome: 'protocol_violation' },
  },
  {
    name: 'one frame that fits nothing after the other',
    wire: (n) => answer(n.victim).repeat(40),
    ...{ isSilent: true, refused: FOREIGN },
    ...{ outcome: 'protocol_violation', mateOutcome: 'protocol_violation' },
  },
];

export const FORGERIES: readonly Forgery[] = [
  ...FOR_OTHERS.map((each) => ({ ...each, name: `for another process: ${each.name}` })),
  ...OUT_OF_TURN.map((each) => ({ ...each, name: `out of turn: ${each.name}` })),
  ...UNTRUE.map((each) => ({ ...each, name: `untrue: ${each.name}` })),
  ...MALFORMED.map((each) => ({ ...each, name: `malformed: ${each.name}` })),
];
