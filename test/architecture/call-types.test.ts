import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OTHER_TYPES, PACKAGES_OF_CALLS } from './call-types.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DECLARED = /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm;
/** Named like a call, an outcome, a tool or a capability. */
const NAMED_LIKE_ONE = [
  /(?:Call|CallBody|Outcome|Result|Tool|Capability|Capabilities)$/,
  /^(?:Call|Tool|Result|Capability)(?:Body|Context|Definition|Description|Entry|Facts|Frame|Grants|Head|Record|Report|Request)$/,
  /^(?:Call|Tool|Result)(?:Candidate|Code|Data|Details|Ending|Failure|Fault|Success)$/,
  /^(?:(?:Prompt|Resource|Tool)Answer|RawDescription|Registration|RunRequest|Session(?:Problem|Success))$/,
];
/** A type with its members, and their names. */
const BODY = /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)[^;{]*\{\n[\s\S]*?^\}/gm;
const MEMBER = /^ {2}(?:readonly )?#?(\w+)\??:/gm;
/** What arguments may be for, as a member. */
const SUBJECTS = new Set(['callId', 'toolCallId', 'toolName', 'tool', 'name', 'seq', 'id']);
/** A line of the table in ARCHITECTURE.md. */
const LISTED = /^\| `(\w+)` +\| (\w+) +\| .+ \|$/gm;
const MOST = { call: 6, outcome: 4, tool: 5, capability: 3 };

const listed = [...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(LISTED)].map(
  ([, name = '', of = '']) => ({ name, of }),
);

interface Declared {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

function declaredIn(packages: string, declaration = DECLARED): readonly Declared[] {
  return globSync(`packages/${packages}/src/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$|[.-]fixture\.ts$|\.examples\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(declaration)].map(
        ([text, name = '']) => ({ name, file, text }),
      ),
    );
}

/** It has arguments, and says what they are for. */
function isShapedLikeCall({ text }: Declared): boolean {
  const members = [...text.matchAll(MEMBER)].map(([, member = '']) => member);
  return members.includes('args') && members.some((member) => SUBJECTS.has(member));
}

const OWN = `{${PACKAGES_OF_CALLS.join(',')}}`;
const KNOWN = [...listed.map(({ name }) => name), ...Object.keys(OTHER_TYPES)];

describe('the types of a call, an outcome, a tool and a capability', () => {
  it.each(Object.entries(MOST))('are listed in ARCHITECTURE.md: %s, at most %i', (of, most) => {
    const names = listed.filter((each) => each.of === of).map(({ name }) => name);
    expect(names.length, names.join(', ')).toBeLessThanOrEqual(most);
    expect(names.length).toBeGreaterThan(0);
  });

  it('are all that the sources declare, beside those that are something else and say why', () => {
    const named = declaredIn(OWN)
      .map(({ name }) => name)
      .filter((name) => NAMED_LIKE_ONE.some((pattern) => pattern.test(name)));
    const shaped = declaredIn(OWN, BODY).filter(isShapedLikeCall);
    expect(shaped.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ToolCall', 'GuestCall']),
    );
    const declared = new Set([...named, ...shaped.map(({ name }) => name)]);
    expect([...declared].sort()).toEqual(KNOWN.toSorted());
  });

  it('have each a name of their own, in every package', () => {
    const files = Map.groupBy(
      declaredIn('*').filter(({ name }) => /(?:Call|CallBody|CallFacts|ToolAnswer)$/.test(name)),
      ({ name }) => name,
    );
    const shared = [...files].filter(([, places]) => places.length > 1);
    expect(shared.map(([name, places]) => [name, places.map(({ file }) => file)])).toEqual([]);
  });
});
