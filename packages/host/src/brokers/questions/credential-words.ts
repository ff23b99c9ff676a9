/** Secrets that must not be entered in a form, as they are called. */
const WORDS: readonly (readonly [word: string, pattern: RegExp])[] = [
  ['password', /pass(?:word|wort|phrase|code|wd)|\bpass (?:word|phrase|code)|\bpwd\b/],
  [
    'password',
    /\bkennwort|\bcontraseña|\bsenha\b|\bmots? de passe\b|парол|密码|密碼|パスワード|비밀번호/,
  ],
  ['secret', /\bsecrets?\b|\bsecret ?(?:key|token|code)/],
  ['key', /\b(?:api|access|private|signing|encryption|ssh|recovery|license) ?keys?\b/],
  ['token', /\b(?:access|refresh|bearer|auth|api|session|security) ?tokens?\b/],
  ['credential', /\bcredentials?\b/],
  [
    'one-time code',
    /\bt?otp\b|\b(?:2 ?fa|mfa|one ?time|two ?factor|verification|security) ?codes?\b/,
  ],
  ['PIN', /\bpin(?: ?(?:code|number))?\b/],
  ['card number', /\bcvv2?\b|\bcvc\b|\bcard ?numbers?\b/],
  ['seed phrase', /\b(?:seed|mnemonic) ?phrases?\b/],
];

/**
 * The kind of secret that a text names, however its words are written together; undefined if it names none. In other
 * languages only passwords are known: the line below every question is for the rest.
 */
export function findCredentialWord(text: string): string | undefined {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/(\p{L})(?=\p{N})/gu, '$1 ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  return WORDS.find(([, pattern]) => pattern.test(plain))?.[0];
}
