/** One piece of what a tool answers, in the shape MCP and model APIs share. */
export type ContentPart = TextPart | MediaPart | ResourceLinkPart | EmbeddedResourcePart;

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** An image or a sound; `data` is base64. */
export interface MediaPart {
  readonly type: 'image' | 'audio';
  readonly data: string;
  readonly mimeType: string;
}

/** A pointer to something the client may fetch itself; the host never follows it. */
export interface ResourceLinkPart {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string;
}

/** A document that comes along: as text, or as base64 in `blob`. */
export interface EmbeddedResourcePart {
  readonly type: 'resource';
  readonly resource: EmbeddedResource;
}

export type EmbeddedResource =
  | { readonly uri: string; readonly mimeType?: string; readonly text: string }
  | { readonly uri: string; readonly mimeType?: string; readonly blob: string };
