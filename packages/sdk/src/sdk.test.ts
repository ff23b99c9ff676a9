import { join } from 'node:path';
import { loadExtension } from '@mortise/loader';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as sdk from './index.ts';

const provided = new Map([['@mortise/sdk', join(import.meta.dirname, 'index.ts')]]);

async function bytesOf(source: string): Promise<number> {
  const loaded = await loadExtension({ kind: 'inline', id: 'tested', source }, { provided });
  if (loaded.status === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
  return loaded.bundle.bytes;
}

describe('the sdk', () => {
  it('exports exactly this', () => {
    expect(Object.keys(sdk).sort()).toEqual(['Type', 'defineExtension', 'defineTool', 'text']);
  });

  it('costs a bundle almost nothing', async () => {
    const bare = await bytesOf('export default (api) => {};');
    const withSdk = await bytesOf(
      "import { defineExtension, defineTool, text } from '@mortise/sdk'; export default defineExtension((api) => { text(defineTool(1)); });",
    );
    const withType = await bytesOf(
      "import { Type } from '@mortise/sdk'; export default (api) => { Type.Object({ a: Type.Optional(Type.String()) }); };",
    );
    expect(withSdk - bare).toBeLessThan(500);
    expect(withType - bare).toBeLessThan(10_000);
  });

  it('takes the types of arguments from the schema', () => {
    sdk.defineTool({
      name: 'typed',
      description: '',
      parameters: sdk.Type.Object({
        city: sdk.Type.String(),
        days: sdk.Type.Optional(sdk.Type.Integer()),
      }),
      execute: (_id, params, ctx) => {
        expectTypeOf(params).toEqualTypeOf<{ city: string; days?: number }>();
        expectTypeOf(ctx.agentId).toBeString();
        return sdk.text(params.city);
      },
    });
  });
});
