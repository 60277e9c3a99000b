import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { piped } from '../../../streams/stream-errors.ts'

/** The decompressors by their name in `Content-Encoding`. */
const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
}

export function isKnownEncoding(encoding: string): boolean {
  return Object.hasOwn(decompressors, encoding)
}

/**
 * Returns the body of a compressed request, or `tooLarge` if it has more bytes than the limit. Fails with the
 * error of the decompressor or of the request. A decompressor may still fail after enough of the body was
 * read. Without a listener for that error, a body of a few bytes would end the process.
 */
export async function unpackedBody(request: IncomingMessage, limit: number): Promise<Buffer | 'tooLarge'> {
  const decompressor = decompressors[request.headers['content-encoding'] ?? '']
  if (decompressor === undefined)
    throw new Error('The encoding of the body was not checked before its decompression')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of piped(request, decompressor()) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limit) return 'tooLarge'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
