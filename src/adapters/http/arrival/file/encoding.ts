import { isUtf8 } from 'node:buffer'
import type { Encoding } from '../../../../domain/arrival/import/file-options.ts'
import { guessedSingleByte } from './single-byte.ts'

/**
 * Guesses the encoding of a file from its start: its byte order mark, the zeros of UTF-16, or whether it is
 * valid UTF-8.
 */
export function guessedEncoding(start: Buffer, isWhole: boolean): Encoding {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  start.subarray(0, 4_096).forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const many = Math.min(start.length, 4_096) / 8
  if (odd > many && odd > even * 4) return 'utf-16le'
  if (even > many && even > odd * 4) return 'utf-16be'
  // Ignores an incomplete character at the end of the inspected start of a file, because only the inspection
  // cuts it.
  return isUtf8(isWhole ? start : start.subarray(0, start.length - unfinished(start)))
    ? 'utf-8'
    : guessedSingleByte(start)
}

/**
 * Returns the number of bytes at the end of a buffer that begin a UTF-8 character whose rest has not arrived.
 */
export function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0b1100_0000) === 0b1000_0000) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}

/**
 * Decodes the bytes of a file and yields them as UTF-8. Invalid bytes become U+FFFD, which `RowReader`
 * reports as a fault.
 */
export async function* decodedText(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield Buffer.from(text)
  }
  const rest = decoder.decode()
  if (rest !== '') yield Buffer.from(rest)
}
