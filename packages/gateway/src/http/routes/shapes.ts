import { ENTRY_KINDS, type EntryKind } from '@mortise/contracts';
import { Type } from '@sinclair/typebox';

const KIND_NAMES = Object.keys(ENTRY_KINDS) as EntryKind[];

/** What stands under a name; calls of prompts and resources must say so. */
export const KindShape = Type.Union(KIND_NAMES.map((name) => Type.Literal(name)));

/** Shapes of answers that more than one group of routes gives. */
export const DiagnosticShape = Type.Object({
  code: Type.String(),
  severity: Type.String(),
  message: Type.String(),
  subject: Type.String(),
  hint: Type.String(),
  path: Type.Optional(Type.String()),
  layer: Type.Optional(Type.String()),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  column: Type.Optional(Type.Integer()),
});

export const OriginShape = Type.Object({ kind: Type.String() }, { additionalProperties: true });

export const StepShape = Type.Object({
  phase: Type.String(),
  layer: Type.String(),
  rule: Type.String(),
  path: Type.Optional(Type.String()),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  verdict: Type.String(),
});

/** What decides about a tool, and how many rules more stop it. */
export const DecisionShape = Type.Object({
  sentence: Type.String(),
  others: Type.Integer(),
  path: Type.Optional(Type.String()),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
});

export const ExplanationShape = Type.Object({
  tool: Type.String(),
  origin: OriginShape,
  state: Type.String(),
  /** The state as a sentence. */
  summary: Type.String(),
  decision: Type.Optional(DecisionShape),
  isPermitted: Type.Boolean(),
  steps: Type.Array(StepShape),
  remedies: Type.Array(Type.String()),
  /** What the rules say to the arguments that were asked about. */
  ruling: Type.Optional(
    Type.Object({
      verdict: Type.String(),
      reason: Type.String(),
      path: Type.Optional(Type.String()),
      file: Type.Optional(Type.String()),
      line: Type.Optional(Type.Integer()),
    }),
  ),
});

/** A tool that stands elsewhere than before, or whose rules on arguments differ. */
export const DifferenceShape = Type.Object({
  tool: Type.String(),
  before: Type.String(),
  after: Type.String(),
  rules: Type.Optional(Type.Object({ before: Type.String(), after: Type.String() })),
});

/** What a request may state beside its agent, and arguments to ask about. */
export const StatedQuery = {
  provider: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  model: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  sandboxed: Type.Optional(Type.Boolean()),
} as const;

export const ArgumentsQuery = {
  args: Type.Optional(
    Type.String({
      maxLength: 16_000,
      description: 'Arguments as JSON, for rules to be asked about.',
    }),
  ),
  argv: Type.Optional(
    Type.String({
      maxLength: 16_000,
      description: 'A program that the tool would run and its arguments, as a list in JSON.',
    }),
  ),
} as const;

/** Whose session it is, for a token without a user of its own. */
export const SessionUser = Type.Optional(
  Type.String({
    ...{ minLength: 1, maxLength: 256 },
    description: 'Whose session it is; a token with a user has that one.',
  }),
);

export const SessionKey = Type.String({ minLength: 1, maxLength: 128 });

/** The runner nodes of a fleet, as this host sees them. */
export const FleetShape = Type.Object({
  fleet: Type.String(),
  broker: Type.String(),
  reason: Type.String(),
  brokerMs: Type.Number(),
  forbidden: Type.Array(Type.String()),
  nodes: Type.Array(
    Type.Object(
      { name: Type.String(), state: Type.String(), jail: Type.String() },
      { additionalProperties: true },
    ),
  ),
});

/** What holds the processes of extensions: `on` by layer, or why not. */
export const JailShape = Type.Object({
  tier: Type.Union([Type.Literal('required'), Type.Literal('preferred'), Type.Literal('off')]),
  state: Type.Union([Type.Literal('unknown'), Type.Literal('on'), Type.Literal('off')]),
  layers: Type.Record(Type.String(), Type.String()),
});

/** Whether code of extensions is compiled, and those of which it is not. */
export const JitShape = Type.Object({
  default: Type.Union([Type.Literal('on'), Type.Literal('off')]),
  off: Type.Array(Type.String()),
});
