/**
 * What the contracts use of Node beside their types. The page takes types of the contracts alone, and has none of this:
 * it is declared so that their sources can be read here.
 */
declare module 'node:crypto' {
  export function hash(algorithm: string, data: string, encoding?: string): string;
}

declare module 'node:path' {
  export function isAbsolute(path: string): boolean;
  export function normalize(path: string): string;
  export function relative(from: string, to: string): string;
  export const sep: string;
}
