/**
 * A user as part of a name. What is neither letter nor digit is written as `_` and its bytes in hex, so
 * that two users never have one name and no user is the rest of another name.
 */
export function writeUser(userId: string): string {
  return userId.replaceAll(/[^A-Za-z0-9]/gu, (character) =>
    [...Buffer.from(character)]
      .map((byte) => `_${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  );
}
