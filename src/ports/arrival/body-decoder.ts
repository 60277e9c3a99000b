import type { Decoding } from '../../domain/arrival/mapping/decoded.ts'

/** A body as it came, and what its sender says that it is. */
export interface EncodedBody {
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** `gzip`, `deflate` or `br`, where the bytes are still packed. */
  readonly contentEncoding?: string | null
}

/**
 * Reads what senders send: JSON, forms, multipart, XML, and text that is one of them, whatever its header says. Never
 * throws: what cannot be read has a fault, which does not quote it.
 */
export abstract class BodyDecoder {
  abstract decode(body: EncodedBody): Decoding
}
