/** What a configuration may be at most. Nothing raises them: a configuration beyond is a mistake or an attack. */
export const CONFIG_LIMITS = {
  bytes: 1_000_000,
  depth: 64,
  keyLength: 1_000,
  /** Values that exist only because an alias repeated them. */
  aliasedValues: 10_000,
  /** Values of a configuration that a program passes as an object; the same as 1 MB of text could hold. */
  objectValues: 500_000,
  /** A YAML parser spends about 10 µs per token; 1 MB of brackets would take it 6 s. */
  yamlTokens: 300_000,
  /** More than a person corrects in one go. */
  diagnostics: 100,
} as const;
