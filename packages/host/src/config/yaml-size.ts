import { CONFIG_LIMITS } from './config-limits.ts';
import { yamlLibrary } from './yaml-library.ts';

const SCALAR_FOLLOWS = '\u001f';

/**
 * Whether YAML text would cost a parser more than a configuration is worth.
 * The lexer neither recurses nor looks back, unlike the parser, which needs seconds for 1 MB of
 * brackets and then runs out of stack.
 */
export function isYamlTooLarge(text: string): boolean {
  let tokens = 0;
  let depth = 0;
  let previous = '';
  const { Lexer } = yamlLibrary();
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (previous !== SCALAR_FOLLOWS) depth += depthChange(token);
    if (tokens > CONFIG_LIMITS.yamlTokens || depth > CONFIG_LIMITS.depth) return true;
    previous = token;
  }
  return false;
}

function depthChange(token: string): number {
  if (token === '[' || token === '{') return 1;
  return token === ']' || token === '}' ? -1 : 0;
}
