import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandWorld, runCli } from '@mortise/cli';

/** How a command ended. */
export interface TypedCommand {
  readonly isDone: boolean;
  /** All that it said. */
  readonly said: string;
  /** What it printed on standard output. */
  readonly out: string;
}

/** A folder with a configuration, in which commands are typed. */
export class CliWorld implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'mortise-kills-'));
  readonly config = join(this.folder, 'mortise.config.jsonc');
  readonly lock = join(this.folder, 'mortise.lock');
  readonly state = join(this.folder, '.mortise');

  writeConfig(config: object): void {
    writeFileSync(this.config, JSON.stringify(config, null, 2));
  }

  writeExtension(id: string, source: string, capabilities: object): void {
    const folder = join(this.folder, id);
    mkdirSync(folder, { recursive: true });
    const manifest = { id, version: '1.0.0', entry: 'index.js', capabilities };
    writeFileSync(join(folder, 'mortise.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'index.js'), source);
  }

  /** Runs a command in this process; answers whether it said that all is done, and what it said. */
  async type(...argv: string[]): Promise<TypedCommand> {
    const [lines, out]: [string[], string[]] = [[], []];
    const write = (text: string) => void lines.push(text);
    const print = (text: string) => {
      out.push(text);
      write(text);
    };
    const world: CommandWorld = {
      ...{ cwd: this.folder, env: {}, signal: new AbortController().signal },
      terminal: { out: print, err: write, hasColour: false },
      onReload: () => () => undefined,
    };
    const exit = await runCli(argv, world);
    return { isDone: exit === 0, said: lines.join('\n'), out: out.join('\n') };
  }

  /** The same; answers what it printed, and throws if it is not done. */
  async require(...argv: string[]): Promise<string> {
    const { isDone, said, out } = await this.type(...argv);
    if (!isDone) throw new Error(`mortise ${argv.join(' ')}: ${said}`);
    return out;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
