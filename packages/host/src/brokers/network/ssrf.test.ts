import type { JsonValue } from '@mortise/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onBench, outcomeOf, subjectWith, valueOfReply } from '../testing/broker-bench.ts';
import { type CountingServer, openCountingServer } from '../testing/counting-server.ts';
import { createNetworkBroker } from './network-broker.ts';
import type { Resolver } from './resolver.ts';

let server: CountingServer;
let redirector: CountingServer;
const PUBLIC = '93.184.215.14';

beforeAll(async () => {
  // Loopback in both families: whatever spelling gets through is counted.
  server = await openCountingServer(
    (_request, response) => response.end('inside'),
    ['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1'],
  );
  redirector = await openCountingServer((request, response) => {
    const location = decodeURIComponent(new URL(request.url ?? '/', 'http://x').search.slice(1));
    response.writeHead(302, { location }).end();
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await redirector[Symbol.asyncDispose]();
});

/** The widest list of hosts there is, and the very host asked for: only addresses can refuse. */
function widestGrant(url: string, extra: Record<string, JsonValue> = {}): JsonValue {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null';
  const named = origin === 'null' ? [] : [origin, origin.replace(/\.(?=$|:\d+$)/, '')];
  return {
    allowedHosts: [
      '*',
      'http://*',
      `http://*:${server.port}`,
      `https://*:${server.port}`,
      ...named,
    ],
    methods: ['GET', 'HEAD', 'POST'],
    timeoutMs: 2_000,
    ...extra,
  };
}

function resolverOf(...answers: readonly (readonly string[])[]): Resolver {
  let asked = 0;
  return {
    resolve: async () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      return answer;
    },
  };
}

function fetchOnce(url: string, resolver: Resolver, grant = widestGrant(url)) {
  const broker = onBench('network', createNetworkBroker({ resolver }));
  return broker.handle('fetch', { url }, subjectWith(grant));
}

const LITERALS: readonly (readonly [name: string, host: string])[] = [
  ['dotted', '127.0.0.1'],
  ['another loopback', '127.255.255.254'],
  ['decimal', '2130706433'],
  ['octal', '0177.0.0.1'],
  ['octal, one number', '017700000001'],
  ['octal with more zeros', '00000177.0.0.01'],
  ['hexadecimal', '0x7f000001'],
  ['hexadecimal parts', '0x7f.0x0.0x0.0x1'],
  ['mixed bases', '0x7f.1'],
  ['short', '127.1'],
  ['shorter', '127.0.1'],
  ['trailing dot', '127.0.0.1.'],
  ['fullwidth digits', '１２７．０．０．１'],
  ['circled digits', '①②⑦.⓪.⓪.①'],
  ['ideographic full stops', '127。0。0。1'],
  ['percent-encoded digits', '%31%32%37.0.0.1'],
  ['percent-encoded dots', '127%2e0%2e0%2e1'],
  ['zero', '0'],
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private 10', '10.0.0.1'],
  ['private 172', '172.16.0.1'],
  ['private 172 end', '172.31.255.255'],
  ['private 192', '192.168.0.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['Alibaba metadata', '100.100.100.200'],
  ['link-local', '169.254.0.1'],
  ['AWS metadata', '169.254.169.254'],
  ['AWS metadata, decimal', '2852039166'],
  ['AWS metadata, octal', '0251.0376.0251.0376'],
  ['AWS metadata, hexadecimal', '0xa9fea9fe'],
  ['ECS metadata', '169.254.170.2'],
  ['Azure wire server', '168.63.129.16'],
  ['Oracle metadata', '192.0.0.192'],
  ['benchmarking', '198.18.0.1'],
  ['documentation', '203.0.113.7'],
  ['6to4 relay', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 loopback', '[::1]'],
  ['IPv6 loopback, long', '[0:0:0:0:0:0:0:1]'],
  ['IPv6 loopback, zeros', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
  ['IPv6 unspecified', '[::]'],
  ['v4-mapped', '[::ffff:127.0.0.1]'],
  ['v4-mapped, hexadecimal', '[::ffff:7f00:1]'],
  ['v4-mapped, long', '[0:0:0:0:0:ffff:127.0.0.1]'],
  ['v4-mapped metadata', '[::ffff:169.254.169.254]'],
  ['v4-mapped public', '[::ffff:93.184.215.14]'],
  ['v4-compatible', '[::127.0.0.1]'],
  ['v4-translated', '[::ffff:0:127.0.0.1]'],
  ['NAT64', '[64:ff9b::127.0.0.1]'],
  ['NAT64 metadata', '[64:ff9b::a9fe:a9fe]'],
  ['NAT64, local use', '[64:ff9b:1::7f00:1]'],
  ['6to4', '[2002:7f00:1::]'],
  ['Teredo', '[2001:0:7f00:1::]'],
  ['unique local', '[fd00::1]'],
  ['AWS metadata, IPv6', '[fd00:ec2::254]'],
  ['link-local, IPv6', '[fe80::1]'],
  ['link-local with zone', '[fe80::1%25lo]'],
  ['loopback with zone', '[::1%25lo]'],
  ['site-local', '[fec0::1]'],
  ['multicast, IPv6', '[ff02::1]'],
  ['discard', '[100::1]'],
  ['documentation, IPv6', '[2001:db8::1]'],
  ['future version', '[v1.1]'],
  ['too many parts', '127.0.0.0.1'],
  ['number too large', '4294967297'],
];

describe('an address in a URL, spelled in many ways (S-6)', () => {
  it.each(LITERALS)('%s: %s is refused and nothing is connected', async (_name, host) => {
    const before = server.connections();
    const outcome = await outcomeOf(
      fetchOnce(`http://${host}:${server.port}/`, resolverOf(['::1'])),
    );
    expect(outcome).toMatch(/^(?:denied: |failed: The URL is not well-formed)/);
    expect(server.connections()).toBe(before);
  });

  it.each([
    ['dotted', '127.0.0.1'],
    ['decimal', '2130706433'],
    ['octal', '0177.0.0.1'],
    ['hexadecimal', '0x7f000001'],
    ['short', '127.1'],
    ['fullwidth digits', '１２７．０．０．１'],
  ])('%s: %s reaches the server once the address is granted', async (_name, host) => {
    const url = `http://${host}:${server.port}/`;
    const grant = widestGrant(url, { allowPrivate: ['127.0.0.1/32'] });
    const reply = await fetchOnce(url, resolverOf([]), grant);
    expect(valueOfReply(reply)).toMatchObject({ status: 200, body: 'inside' });
  });
});

const NAMES: readonly (readonly [name: string, url: string, answers: readonly string[]])[] = [
  ['localhost', 'http://localhost:PORT/', ['127.0.0.1']],
  ['localhost, trailing dot', 'http://localhost.:PORT/', ['127.0.0.1']],
  ['localhost, upper case', 'http://LOCALHOST:PORT/', ['127.0.0.1']],
  ['below localhost', 'http://a.localhost:PORT/', ['127.0.0.1']],
  ['a public name of a private address', 'http://127.0.0.1.nip.test:PORT/', ['127.0.0.1']],
  ['a name with IPv6 loopback', 'http://six.test:PORT/', ['::1']],
  ['a name with a v4-mapped address', 'http://mapped.test:PORT/', ['::ffff:127.0.0.1']],
  ['a name with a NAT64 address', 'http://nat.test:PORT/', ['64:ff9b::7f00:1']],
  ['mixed answers, bad last', 'http://mixed.test:PORT/', [PUBLIC, '127.0.0.1']],
  ['mixed answers, bad first', 'http://mixed.test:PORT/', ['127.0.0.1', PUBLIC]],
  ['mixed families', 'http://mixed.test:PORT/', [PUBLIC, '::1']],
  ['an answer with a zone', 'http://zone.test:PORT/', ['fe80::1%lo']],
  ['an answer in octal', 'http://octal.test:PORT/', ['0177.0.0.1']],
  ['an answer in short form', 'http://short.test:PORT/', ['127.1']],
  ['an answer that is a name', 'http://alias.test:PORT/', ['localhost']],
  ['no answer', 'http://void.test:PORT/', []],
  ['Google metadata', 'http://metadata.google.internal:PORT/', [PUBLIC]],
  ['metadata, short name', 'http://metadata:PORT/', [PUBLIC]],
  ['metadata.goog', 'http://metadata.goog:PORT/', [PUBLIC]],
  ['EC2 name', 'http://instance-data.ec2.internal:PORT/', ['169.254.169.254']],
  ['soft hyphen inside', 'http://local\u00adhost:PORT/', ['127.0.0.1']],
  ['fullwidth letters', 'http://ｌｏｃａｌｈｏｓｔ:PORT/', ['127.0.0.1']],
  ['IDN', 'http://bücher.test:PORT/', ['10.0.0.1']],
];

describe('a name that leads inside (S-6)', () => {
  it.each(NAMES)('%s: %s is refused and nothing is connected', async (_name, text, answers) => {
    const before = server.connections();
    const url = text.replace('PORT', String(server.port));
    // `*` only: metadata names are granted by their own name, which would be the operator's choice.
    const grant = { allowedHosts: [`http://*:${server.port}`], timeoutMs: 2_000 };
    expect(await outcomeOf(fetchOnce(url, resolverOf(answers), grant))).not.toBe('ok');
    expect(server.connections()).toBe(before);
  });

  it('is resolved once per hop, and the second answer of a rebinding name is never used', async () => {
    const asked: string[] = [];
    const resolver: Resolver = {
      resolve: async (hostname) => {
        asked.push(hostname);
        return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
      },
    };
    const url = `http://rebind.test:${server.port}/`;
    const grant = widestGrant(url, { allowPrivate: ['127.0.0.1'] });
    expect(await outcomeOf(fetchOnce(url, resolver, grant))).toBe('ok');
    expect(asked).toEqual(['rebind.test']);
  });

  it('is vetted again on the next request: first public, then private', async () => {
    const before = server.connections();
    const url = `http://rebind.test:${server.port}/`;
    // The public answer is never connected to: its check is made to fail after counting it as public.
    const seen: string[] = [];
    const network = createNetworkBroker({
      resolver: resolverOf([PUBLIC], ['127.0.0.1']),
      checkAddress: (address) => {
        seen.push(address);
        return 'is refused by this test';
      },
    });
    const broker = onBench('network', network);
    for (let round = 0; round < 2; round += 1) {
      const reply = broker.handle('fetch', { url }, subjectWith(widestGrant(url)));
      expect(await outcomeOf(reply)).toMatch(/^denied/);
    }
    expect(seen).toEqual([PUBLIC, '127.0.0.1']);
    expect(server.connections()).toBe(before);
  });

  it('is refused by the address its socket has, even if vetting was fooled', async () => {
    let checks = 0;
    const network = createNetworkBroker({
      resolver: resolverOf(['127.0.0.1']),
      checkAddress: () => {
        checks += 1;
        return checks === 1 ? undefined : 'is not public';
      },
    });
    const broker = onBench('network', network);
    const url = `http://fooled.test:${server.port}/`;
    const reply = broker.handle('fetch', { url }, subjectWith(widestGrant(url)));
    expect(await outcomeOf(reply)).toMatch(/^denied: The connection .* is not granted/);
  });
});

const URLS: readonly (readonly [name: string, url: string])[] = [
  ['user name', 'http://user@allowed.test:PORT/'],
  ['user name and password', 'http://user:word@allowed.test:PORT/'],
  ['an allowed host as user name', 'http://allowed.test@127.0.0.1:PORT/'],
  ['an allowed host as user name, encoded', 'http://allowed.test%40127.0.0.1:PORT/'],
  ['backslash before the at sign', 'http://127.0.0.1:PORT\\@allowed.test/'],
  ['hash before the at sign', 'http://127.0.0.1:PORT#@allowed.test/'],
  ['two at signs', 'http://allowed.test@@127.0.0.1:PORT/'],
  ['an allowed host as prefix', 'http://allowed.test.evil.test:PORT/'],
  ['an allowed host as suffix', 'http://notallowed.test:PORT/'],
  ['no scheme', '//127.0.0.1:PORT/'],
  ['file', 'file:///etc/passwd'],
  ['file with host', 'file://127.0.0.1/etc/passwd'],
  ['gopher', 'gopher://127.0.0.1:PORT/_x'],
  ['ftp', 'ftp://127.0.0.1:PORT/'],
  ['ws', 'ws://allowed.test:PORT/'],
  ['data', 'data:text/plain,inside'],
  ['blob', 'blob:http://allowed.test/1'],
  ['javascript', 'javascript:1'],
  ['another port', 'http://allowed.test:1/'],
  ['the default port', 'http://allowed.test/'],
  ['https in place of http', 'https://allowed.test:PORT/'],
  ['port out of range', 'http://allowed.test:65536/'],
  ['tab and line feed inside', 'ht\ntp://127.0.\t0.1:PORT/'],
  ['blanks around', '  http://127.0.0.1:PORT/  '],
  ['NUL in the host', 'http://allowed.test\u0000.evil.test:PORT/'],
  ['empty host', 'http://:PORT/'],
  ['host of dots', 'http://../'],
];

describe('a URL that only looks allowed (S-6)', () => {
  it.each(URLS)('%s: %s is refused and nothing is connected', async (_name, text) => {
    const before = server.connections();
    const grant = { allowedHosts: [`http://allowed.test:${server.port}`], timeoutMs: 2_000 };
    const url = text.replace('PORT', String(server.port));
    expect(await outcomeOf(fetchOnce(url, resolverOf(['127.0.0.1']), grant))).not.toBe('ok');
    expect(server.connections()).toBe(before);
  });
});

describe('a redirect that leads inside (S-6)', () => {
  it.each([
    ['an address', 'http://127.0.0.2:PORT/'],
    ['decimal', 'http://2130706434:PORT/'],
    ['IPv6', 'http://[::1]:PORT/'],
    ['v4-mapped', 'http://[::ffff:127.0.0.2]:PORT/'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['a name', 'http://inner.test:PORT/'],
    ['credentials', 'http://user:word@public.test:PORT/'],
    ['without scheme', '//127.0.0.2:PORT/'],
    ['another scheme', 'file:///etc/passwd'],
    ['another scheme, gopher', 'gopher://127.0.0.2:PORT/'],
    ['not a URL', 'http://['],
  ])('%s: %s is refused at that hop', async (_name, target) => {
    const before = server.connections();
    const location = target.replace('PORT', String(server.port));
    const url = `http://public.test:${redirector.port}/?${encodeURIComponent(location)}`;
    const resolver: Resolver = {
      resolve: async (hostname) => [hostname === 'public.test' ? '127.0.0.1' : '127.0.0.2'],
    };
    const grant = widestGrant(location, {
      allowPrivate: ['127.0.0.1/32'],
      allowedHosts: [
        `http://public.test:${redirector.port}`,
        ...(widestGrant(location) as { allowedHosts: string[] }).allowedHosts,
      ],
    });
    const hops = redirector.connections();
    expect(await outcomeOf(fetchOnce(url, resolver, grant))).not.toBe('ok');
    expect(redirector.connections()).toBe(hops + 1);
    expect(server.connections()).toBe(before);
  });
});
