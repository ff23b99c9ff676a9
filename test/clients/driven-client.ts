/** What an agent's program gets of one answer, in one form for all clients. */
export interface ClientAnswer {
  readonly text: string;
  readonly isError: boolean;
  readonly structured?: unknown;
  readonly images: number;
}

export interface CallExtras {
  readonly signal?: AbortSignal;
  readonly onProgress?: () => void;
}

export interface ClientPrompts {
  list(): Promise<readonly string[]>;
  /** The texts of its messages. */
  get(name: string, args: Record<string, string>): Promise<readonly string[]>;
}

export interface ClientResources {
  /** Addresses. */
  list(): Promise<readonly string[]>;
  /** The texts at one. */
  read(uri: string): Promise<readonly string[]>;
}

/** A real client behind the same few methods, each used as its own documentation says. */
export interface DrivenClient {
  list(): Promise<readonly string[]>;
  call(name: string, args: Record<string, unknown>, extras?: CallExtras): Promise<ClientAnswer>;
  readonly prompts?: ClientPrompts;
  readonly resources?: ClientResources;
  close(): Promise<void>;
}

/** Where a client finds the host. */
export type ClientTarget =
  | { readonly over: 'HTTP'; readonly url: string; readonly token: string }
  | {
      readonly over: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd: string;
    };

export type HttpTarget = Extract<ClientTarget, { readonly over: 'HTTP' }>;

/** The columns of the matrix. */
export const CHECKS = [
  'list',
  'call',
  'structured',
  'image',
  'error',
  'prompt',
  'resource',
  'load_tools',
  'progress',
  'cancel',
  '20 s call',
  '50 parallel',
  'restart',
] as const;
export type CheckName = (typeof CHECKS)[number];

export interface ClientKind {
  readonly name: string;
  /** Whose version the page shows. */
  readonly package: string;
  readonly over: readonly ClientTarget['over'][];
  /** What the client has no way to do, whatever the server; the rest must work. */
  readonly lacks: Partial<Record<CheckName | `${CheckName} over ${ClientTarget['over']}`, string>>;
  connect(target: ClientTarget): Promise<DrivenClient>;
}

/** The part of a result that all clients hand on, or from which they make their own. */
export interface PlainResult {
  readonly content?: unknown;
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
}

export function readResult(result: PlainResult): ClientAnswer {
  const parts = (Array.isArray(result.content) ? result.content : []) as readonly {
    readonly type?: string;
    readonly text?: string;
  }[];
  return {
    text: parts.map(({ text = '' }) => text).join(''),
    isError: result.isError === true,
    images: parts.filter(({ type }) => type === 'image' || type === 'image_url').length,
    ...(result.structuredContent === undefined ? {} : { structured: result.structuredContent }),
  };
}

/** What most clients hand on of prompts and resources as it came. */
export const promptNames = ({ prompts }: { readonly prompts: readonly { name: string }[] }) =>
  prompts.map(({ name }) => name);

export const messageTexts = ({
  messages,
}: {
  readonly messages: readonly { readonly content: unknown }[];
}) => messages.map(({ content }) => textOf(content));

export const addresses = ({ resources }: { readonly resources: readonly { uri: string }[] }) =>
  resources.map(({ uri }) => uri);

export const contentTexts = ({ contents }: { readonly contents: readonly unknown[] }) =>
  contents.map(textOf);

function textOf(part: unknown): string {
  const { text } = Object(part) as { readonly text?: unknown };
  return typeof text === 'string' ? text : '';
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
