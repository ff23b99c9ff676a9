/** How what a tool does can be undone, from the mildest to the gravest. */
export const REVERSIBILITY = {
  read_only: 'Changes nothing.',
  reversible: 'Can be undone here, by who holds the agent.',
  external: 'Only others can undo it: a message that was sent, a payment, something published.',
  irreversible: 'Cannot be undone.',
} as const;

export type Reversibility = keyof typeof REVERSIBILITY;

export const REVERSIBILITY_NAMES = Object.keys(REVERSIBILITY) as readonly Reversibility[];

/** A class, or that no one who is trusted gave one: then the gravest counts, unless that is set apart. */
export type ToolClass = Reversibility | 'unclassified';

export const TOOL_CLASSES: readonly ToolClass[] = [...REVERSIBILITY_NAMES, 'unclassified'];

/** The graver of two classes; what is not classified is as grave as what cannot be undone. */
export function graverClass(one: ToolClass, other: ToolClass): ToolClass {
  return gravity(other) > gravity(one) ? other : one;
}

/** How grave, as a number. */
export function gravity(of: ToolClass): number {
  return of === 'unclassified' ? GRAVEST : REVERSIBILITY_NAMES.indexOf(of);
}

const GRAVEST = REVERSIBILITY_NAMES.length - 1;
