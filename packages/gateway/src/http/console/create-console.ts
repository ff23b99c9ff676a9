import { type ConsoleFile, type ConsoleFiles, openConsole } from '@mortise/console';
import { type Context, Hono } from 'hono';
import { HttpProblem } from '../http-problem.ts';

/**
 * What a page of the console may do: load its own scripts and styles, ask its own server, and nothing
 * else. Scripts cannot turn text into markup (trusted types), so that a hostile text stays a text even
 * where the console had a mistake.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PAGE_HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** A name with a hash in it never means other bytes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The console's own files at `/` and `/console`; they hold nothing of the host and need no token. */
export function createConsole(open: () => Promise<ConsoleFiles | undefined> = openConsole): Hono {
  const app = new Hono();
  // Opened with the first request: a host that is never looked at reads none of it.
  let files: Promise<ConsoleFiles | undefined> | undefined;
  const find = async (path: string) => {
    files ??= open();
    const opened = await files;
    // One that was not built may be built while this host runs.
    if (opened === undefined) files = undefined;
    if (opened === undefined) throw new HttpProblem(503, 'console_not_built');
    return opened.find(path);
  };
  app.get('/', async (context) => answer(context, await find('index.html'), PAGE_HEADERS));
  app.get('/console/:name', async (context, next) => {
    const file = await find(`console/${context.req.param('name')}`);
    return file === undefined ? next() : answer(context, file, { 'Cache-Control': FOR_EVER });
  });
  return app;
}

async function answer(
  context: Context,
  file: ConsoleFile | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  if (file === undefined) throw new HttpProblem(503, 'console_not_built');
  const common = {
    'Cache-Control': 'no-cache',
    ...headers,
    ETag: file.tag,
    Vary: 'Accept-Encoding',
  };
  if (context.req.header('if-none-match') === file.tag) {
    return new Response(null, { status: 304, headers: common });
  }
  const encoding = pickEncoding(context.req.header('accept-encoding') ?? '');
  const body = await file.read(encoding);
  return new Response(body, {
    headers: {
      ...common,
      'Content-Type': file.type,
      'Content-Length': String(body.length),
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    },
  });
}

/** A browser that takes neither, or says `q=0` to one, gets the plain bytes or the other. */
function pickEncoding(accepted: string): 'br' | 'gzip' | 'identity' {
  const takes = (name: string) =>
    accepted
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .some(
        (each) => each === name || (each.startsWith(`${name};`) && !/;\s*q=0(?:\.0*)?$/.test(each)),
      );
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}
