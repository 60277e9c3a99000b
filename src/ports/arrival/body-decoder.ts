import type { Decoding } from '../../domain/arrival/mapping/decoded.ts'

/** The body of a request as it was received, with the content type and compression that its headers state. */
export interface EncodedBody {
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** The compression of the body: `gzip`, `deflate` or `br` if the bytes are still compressed. */
  readonly contentEncoding?: string | null
}

/**
 * Decodes the bodies of requests: JSON, forms, multipart, XML, and text that is one of them, even with
 * another content type. Never throws. A body that cannot be read has a fault, which does not quote the body.
 */
export abstract class BodyDecoder {
  abstract decode(body: EncodedBody): Decoding
}
