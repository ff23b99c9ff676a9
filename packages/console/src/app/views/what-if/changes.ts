import type { ConfigChange } from '../../data/answers.ts';

/** A change with the words it is listed by. */
export interface NamedChange {
  readonly words: string;
  readonly change: ConfigChange;
  /** The hash of the file that it was made on, where it holds for no other: a whole text would undo what others did. */
  readonly base?: string;
}

export type ChangeKind = 'allow' | 'deny' | 'unallow' | 'undeny' | 'profile' | 'toolkits' | 'rule';

/** How each kind is asked for. */
export const KINDS: Readonly<Record<ChangeKind, string>> = {
  allow: 'Allow tools',
  deny: 'Deny tools',
  unallow: 'Take back an allow',
  undeny: 'Take back a deny',
  profile: 'Set the profile',
  toolkits: 'Set the toolkits',
  rule: 'Add a rule on arguments',
};

export interface ChangeForm {
  readonly kind: ChangeKind;
  /** Empty for all agents, where that can be. */
  readonly agent: string;
  readonly texts: readonly string[];
  readonly profile: string;
  readonly allowed: readonly string[];
  readonly initial: readonly string[];
  readonly ruling: string;
  /** JSON Schema, as text; empty for all calls. */
  readonly when: string;
  readonly reason: string;
}

/** Throws with words for the person if something is missing. */
export function changeOf(form: ChangeForm): NamedChange {
  const { kind, agent, texts, profile, allowed, initial } = form;
  const whom = agent === '' ? {} : { agentId: agent };
  const who = agent || 'all agents';
  switch (kind) {
    case 'allow':
    case 'deny':
      return listed(form, kind, false);
    case 'unallow':
      return listed(form, 'allow', true);
    case 'undeny':
      return listed(form, 'deny', true);
    case 'profile':
      need(profile !== '', 'Name the profile.');
      return { words: `profile ${profile} for ${who}`, change: { kind, ...whom, profile } };
    case 'toolkits':
      need(agent !== '', 'Name the agent.');
      return {
        words: `toolkits of ${agent}: ${allowed.join(', ') || 'none'}`,
        change: { kind, agentId: agent, allowed, initial },
      };
    case 'rule':
      need(texts.length > 0, 'Name the tools.');
      return {
        words: `${form.ruling} ${texts.join(', ')} for ${who}`,
        change: { kind, ...whom, rule: ruleOf(form) },
      };
    default:
      return kind satisfies never;
  }
}

function listed(
  { agent, texts }: ChangeForm,
  kind: 'allow' | 'deny',
  removes: boolean,
): NamedChange {
  need(agent !== '', 'Name the agent.');
  need(texts.length > 0, 'Name at least one tool, extension or group.');
  const verb = removes ? `take back ${kind}` : kind;
  return {
    words: `${verb} ${texts.join(', ')} for ${agent}`,
    change: { kind, agentId: agent, texts, ...(removes && { removes }) },
  };
}

function ruleOf({ texts, ruling, when, reason }: ChangeForm): object {
  const condition: unknown = when.trim() === '' ? undefined : parse(when);
  return Object.fromEntries([
    ['tools', texts],
    ...(condition === undefined ? [] : [['when', condition] as const]),
    ['then', ruling],
    ...(reason.trim() === '' ? [] : [['reason', reason.trim()] as const]),
  ]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The condition is not JSON.');
  }
}

function need(isThere: boolean, words: string): void {
  if (!isThere) throw new Error(words);
}

/** Words between spaces and commas. */
export function wordsIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
