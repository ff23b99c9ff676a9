import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CapabilityGrants, grantRequested } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHost } from '../assembly/create-host.ts';
import { MemorySecrets } from '../brokers/secrets/memory-secrets.ts';
import { type CountingServer, openCountingServer } from '../brokers/testing/counting-server.ts';

/** As plugins are published: nothing in it says what it needs. */
const PLUGIN = `
import fs from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { createChatChannelPlugin } from 'openclaw/plugin-sdk/core';
import { jsonResult, normalizeOptionalString } from 'openclaw/plugin-sdk';
const channel = createChatChannelPlugin({ id: 'c' }).with({ name: 'c' });
const tool = (name, execute) => ({ name, description: name, parameters: { type: 'object' }, execute });
export default { register(api) {
  api.registerChannel({ plugin: channel });
  const { baseUrl, apiKey } = api.pluginConfig;
  api.registerTool(tool('ask_service', async () => {
    const answer = await fetch(baseUrl + '/v1', { method: 'POST', body: 'b', headers: { authorization: 'Bearer ' + apiKey } });
    return answer.text();
  }));
  api.registerTool(tool('ask_other', async () => (await fetch('https://api.weather.example/now')).text()));
  api.registerTool(tool('ask_variable', async () => {
    const answer = await fetch(baseUrl, { method: 'POST', headers: { 'x-key': process.env.WEATHER_API_KEY ?? 'none' } });
    return answer.text();
  }));
  api.registerTool(tool('keep', async () => {
    const file = join(api.runtime.state.resolveStateDir(), 'n.txt');
    fs.appendFileSync(file, 'x');
    return jsonResult({ kept: normalizeOptionalString(fs.readFileSync(file, 'utf8')), key: apiKey });
  }));
  api.registerTool(tool('run', async () => execFileSync('printf', ['%s', 'ran']).toString()));
  api.registerTool(tool('talk', async () => channel.send('x')));
} };`;

describe('a plugin of OpenClaw with grants (E-10, F-1)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-plugin-'));
  const root = join(folder, 'weather');
  const seen: IncomingHttpHeaders[] = [];
  let server: CountingServer;

  beforeAll(async () => {
    server = await openCountingServer(({ headers }, response) => {
      seen.push(headers);
      response.end('fine');
    });
    mkdirSync(root);
    const manifest = { id: '1weather', configSchema: { type: 'object' } };
    const facts = { name: 'weather', type: 'module', openclaw: { extensions: ['./index.js'] } };
    writeFileSync(join(root, 'openclaw.plugin.json'), JSON.stringify(manifest));
    writeFileSync(join(root, 'package.json'), JSON.stringify(facts));
    writeFileSync(join(root, 'index.js'), PLUGIN);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (grants: CapabilityGrants) =>
    createHost({
      stateDir: join(folder, 'state'),
      secrets: new MemorySecrets([
        ['KEY', 'v-key'],
        ['WEATHER_API_KEY', 'v-env'],
      ]),
      binaryDirectories: ['/usr/bin', '/bin'],
      config: {
        agents: { main: { tools: { allow: ['group:plugins'] } } },
        extensions: [
          {
            source: root,
            config: { baseUrl: `http://127.0.0.1:${server.port}`, apiKey: 'secret:KEY' },
            grants,
          },
        ],
      },
    });

  it('asks for what its code and its configuration name, and works with it', async () => {
    const local = `http://127.0.0.1:${server.port}`;
    let requested = {};
    {
      await using bare = await open({});
      const [state] = bare.extensions.list();
      expect(state).toMatchObject({ id: 'plugin-1weather', status: 'loaded' });
      requested = state?.requested ?? {};
      expect(requested).toEqual({
        network: {
          allowedHosts: ['https://api.weather.example', local],
          methods: ['GET', 'HEAD', 'POST'],
        },
        fs_reach: { state: true },
        process: { allowedBinaries: ['printf'] },
        secrets: ['WEATHER_API_KEY', 'KEY'],
      });
      const [refused] = await bare
        .agent('main')
        .session('s')
        .execute([{ id: 'c', name: 'keep', args: {} }]);
      expect(refused).toMatchObject({ ok: false, code: 'capability_denied' });
    }
    const all = grantRequested(requested, folder);
    const bound = ['KEY', 'WEATHER_API_KEY'].map((name) => ({ name, hosts: [local] }));
    await using host = await open({
      ...all,
      ...(all.network && { network: { ...all.network, allowPrivate: ['127.0.0.1'] } }),
      secrets: bound,
    });
    const session = host.agent('main').session('s');
    const call = async (name: string) => (await session.execute([{ id: name, name, args: {} }]))[0];
    expect(await call('ask_service')).toMatchObject({ ok: true });
    expect(seen.at(-1)?.authorization).toBe('Bearer v-key');
    expect(await call('ask_variable')).toMatchObject({ ok: true });
    expect(seen.at(-1)?.['x-key']).toBe('v-env');
    const kept = await call('keep');
    expect(kept).toMatchObject({ ok: true, structured: { kept: 'x' } });
    expect(JSON.stringify(kept)).not.toContain('v-key');
    expect(await call('run')).toMatchObject({ ok: true, text: 'ran' });
    expect(await call('talk')).toMatchObject({
      ok: false,
      message: expect.stringContaining('not supported: openclaw/plugin-sdk/core'),
    });
  });
});
