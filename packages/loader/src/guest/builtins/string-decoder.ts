import module from 'string_decoder/';
import { Buffer } from './buffer.ts';

/** The package takes only its own buffers; Node takes any bytes. */
export class StringDecoder extends module.StringDecoder {
  override write(bytes: string | Uint8Array): string {
    return super.write(Buffer.from(bytes));
  }

  override end(bytes?: string | Uint8Array): string {
    return bytes === undefined ? super.end() : super.end(Buffer.from(bytes));
  }
}
