import type { FetchReply } from '@mortise/sdk';
import type { MediaType } from './media-type.ts';

export interface DecodedBody {
  readonly text: string;
  /** There if the text may be wrong in places, and why. */
  readonly doubt?: string;
}

const UTF8 = /^utf-?8$/i;
const META_CHARSET = /<meta\s[^>]{0,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i;

/** The body as text, in the encoding the header or the page names. */
export async function decodeBody(
  reply: Pick<FetchReply, 'bytes'>,
  type: MediaType,
): Promise<DecodedBody> {
  const bytes = await reply.bytes();
  const text = withoutMark(new TextDecoder().decode(bytes));
  const named = type.kind === 'html' ? META_CHARSET.exec(text.slice(0, 4_000))?.[1] : undefined;
  const charset = type.charset ?? named;
  if (charset === undefined || UTF8.test(charset)) return checked(text);
  const decoder = decoderFor(charset);
  if (decoder === undefined) return { text, doubt: `the encoding ${charset} is not known here` };
  return { text: withoutMark(decoder.decode(bytes)) };
}

/** The guest has fewer encodings than a browser. */
function decoderFor(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

function checked(text: string): DecodedBody {
  return text.includes('\ufffd') ? { text, doubt: 'not all of it is UTF-8' } : { text };
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
