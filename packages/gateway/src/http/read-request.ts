import { isJsonContentType, readRequestBody } from '@modelcontextprotocol/server';
import { explainFirstFault } from '@mortise/contracts';
import type { TObject, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Context } from 'hono';
import { placeOf } from '../mcp/request-place.ts';
import type { ApiRequest, ApiRoute } from './api-route.ts';
import { HttpProblem } from './http-problem.ts';

/** Checks everything a request brings against its route. Throws `HttpProblem` with the place that is wrong. */
export async function readRequest(
  context: Context,
  route: ApiRoute,
  maxBodyBytes: number,
): Promise<Omit<ApiRequest, 'principal'>> {
  const place = placeOf(context.req.raw);
  return {
    params: context.req.param(),
    query: route.query === undefined ? {} : readQuery(context.req.query(), route.query),
    body:
      route.body === undefined
        ? undefined
        : await readBody(context.req.raw, route.body, maxBodyBytes),
    signal: context.req.raw.signal,
    header: (name) => context.req.header(name),
    setHeader: (name, value) => context.header(name, value),
    ...(place === undefined ? {} : { place }),
  };
}

function readQuery(query: Record<string, string>, schema: TObject): Record<string, unknown> {
  const converted = Value.Convert(schema, Value.Default(schema, { ...query }));
  return check(schema, converted, 'query') as Record<string, unknown>;
}

async function readBody(request: Request, schema: TSchema, maxBytes: number): Promise<unknown> {
  if (!isJsonContentType(request.headers.get('content-type'))) {
    throw new HttpProblem(415, 'content_type_unsupported');
  }
  const body = await readRequestBody(request, maxBytes);
  if (body.tooLarge) {
    throw new HttpProblem(413, 'body_too_large', { detail: `At most ${maxBytes} bytes are read.` });
  }
  return check(schema, parse(body.text), 'body');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpProblem(400, 'request_invalid', { detail: 'The body is not valid JSON.' });
  }
}

function check(schema: TSchema, value: unknown, where: string): unknown {
  if (Value.Check(schema, value)) return value;
  const detail = `${explainFirstFault(schema, value, where) ?? `${where}: it does not match the schema`}.`;
  throw new HttpProblem(400, 'request_invalid', { detail });
}
