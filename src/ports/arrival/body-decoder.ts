import type { Decoding } from '../../domain/arrival/mapping/decoded.ts'

/** A body as it was received, with the sender's headers about it. */
export interface EncodedBody {
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** The compression: `gzip`, `deflate` or `br` if the bytes are still compressed. */
  readonly contentEncoding?: string | null
}

/**
 * Decodes bodies: JSON, forms, multipart, XML, and text that is one of them, whatever its header says. Never
 * throws. A body that cannot be read has a fault, which does not quote the body.
 */
export abstract class BodyDecoder {
  abstract decode(body: EncodedBody): Decoding
}
