import { Blob, File } from './blob.ts';
import { nameClasses } from './core.ts';
import { FormData } from './form-data.ts';
import { Headers } from './headers.ts';
import { Request } from './request.ts';
import { Response } from './response.ts';

nameClasses({ Blob, File, FormData, Headers, Request, Response });

export { Blob, copyBlob, File } from './blob.ts';
export { fetchWith, nextStream } from './fetch.ts';
export { FormData } from './form-data.ts';
export { Headers } from './headers.ts';
export { Request } from './request.ts';
export { Response } from './response.ts';
