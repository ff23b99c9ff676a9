import { describe, expect, it } from 'vitest';
import { addExtension, configOf } from './edit-extensions.ts';

const CONFIG = { key: 'secret:KEY' };

describe('an extension that is added with a configuration of its own', () => {
  it.each([
    { file: 'a.yaml', text: '# mine\nagents: {}\n' },
    { file: 'a.yaml', text: 'extensions:\n  - other # kept\n' },
    { file: 'a.yaml', text: 'extensions:\n  - ./a\n' },
    { file: 'a.yaml', text: 'extensions:\n  - source: ./a\n    enabled: false\n' },
    { file: 'a.jsonc', text: '{ "agents": {} }' },
    { file: 'a.jsonc', text: '{ "extensions": ["other"] } // kept' },
    { file: 'a.jsonc', text: '{ "extensions": ["./a"] }' },
    { file: 'a.jsonc', text: '{ "extensions": [{ "source": "./a", "enabled": false }] }' },
  ])('is written into $text of $file, once, and the rest stays', ({ file, text }) => {
    const added = addExtension(text, file, { source: './a', config: CONFIG });
    expect(configOf({ text: added, fileName: file, env: {} }, './a')).toEqual(CONFIG);
    expect(addExtension(added, file, { source: './a', config: CONFIG })).toBe(added);
    expect(addExtension(added, file, { source: './a' })).toBe(added);
    for (const kept of text.match(/mine|kept|other|enabled/g) ?? []) expect(added).toContain(kept);
  });

  it('is checked as a host will read it, with its variables filled in', () => {
    const config = { url: `\${URL}`, region: `\${REGION:-eu}` };
    const text = addExtension('agents: {}\n', 'a.yaml', { source: './a', config });
    const read = { text, fileName: 'a.yaml', env: { URL: 'https://a.test' } };
    expect(configOf(read, './a')).toEqual({ url: 'https://a.test', region: 'eu' });
    expect(configOf({ ...read, env: {} }, './a')).toMatchObject({ region: 'eu' });
  });
});
