import { describe, expect, it } from 'vitest';
import { matchesLoadoutPattern } from './loadout-pattern.ts';

describe('matchesLoadoutPattern (J-4)', () => {
  it.each([
    { name: 'anything', pattern: '*', matches: true },
    { name: 'docker', pattern: 'docker*', matches: true },
    { name: 'dockerCompose', pattern: 'DOCKER*', matches: true },
    { name: 'Docker', pattern: 'docker', matches: true },
    { name: 'docker-compose', pattern: 'docker', matches: false },
    { name: 'mydocker', pattern: '*docker', matches: false },
    { name: '*docker', pattern: '*docker', matches: true },
    { name: 'adockerb', pattern: '*docker*', matches: false },
    { name: 'dxr', pattern: 'd*r', matches: false },
    { name: 'a', pattern: '', matches: false },
    { name: 'a', pattern: '**', matches: false },
    { name: 'a.c', pattern: 'a.*', matches: true },
    { name: 'abc', pattern: 'a.*', matches: false },
  ])('$name against $pattern → $matches', ({ name, pattern, matches }) => {
    expect(matchesLoadoutPattern(name, pattern)).toBe(matches);
  });
});
