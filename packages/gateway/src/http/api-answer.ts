import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** What a route answers if its status is not 200. */
export class ApiAnswer {
  readonly body: object;
  readonly status: ContentfulStatusCode;

  constructor(body: object, status: ContentfulStatusCode) {
    this.body = body;
    this.status = status;
  }
}
