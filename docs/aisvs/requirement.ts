/**
 * One requirement of OWASP AISVS, in our own short words. What is `met` or met `partly` names the
 * tests that hold it, by path from the root of the repository; what is `not met`, or applies to no
 * part of this program, says why.
 */
export type Requirement = RequirementText &
  (
    | { readonly status: 'met'; readonly tests: TestFiles }
    | { readonly status: 'partly'; readonly tests: TestFiles; readonly missing: string }
    | { readonly status: 'not met' | 'not ours' }
  );

interface RequirementText {
  /** AISVS' own level, 1 to 3. */
  readonly level: 1 | 2 | 3;
  /** What is asked for. */
  readonly asks: string;
  /** How it is met, or why not, in Markdown. */
  readonly how: string;
}

type TestFiles = readonly [string, ...string[]];

/** Requirements of one section by their number. */
export type RequirementTable = Readonly<Record<`${9 | 10}.${number}.${number}`, Requirement>>;

/** A section of AISVS, such as C9.3. */
export interface RequirementSection {
  readonly title: string;
  readonly requirements: RequirementTable;
}
