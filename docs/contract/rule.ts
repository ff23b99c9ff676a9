/** Where a rule comes from: one of the four reference designs, or this project itself. */
export type RuleSource = 'Ethos' | 'Fased' | 'MindRoom' | 'JD.AI' | 'Mortise';

/**
 * One rule of the contract. `built` and `partly` rules are cited by at least one test; a `planned`
 * one is cited by none. What a `partly` rule still lacks is said in `missing`.
 */
export type Rule = RuleText &
  (
    | { readonly status: 'built' | 'planned' }
    | { readonly status: 'partly'; readonly missing: string }
  );

interface RuleText {
  readonly title: string;
  /** What must hold, one statement each, in Markdown. */
  readonly says: readonly string[];
  readonly from: RuleSource;
}

/** Rules by id: a family letter, a number, and a letter for a rule that was added in between. */
export type RuleTable = Readonly<Record<`${Uppercase<string>}-${number}${'' | 'b'}`, Rule>>;
