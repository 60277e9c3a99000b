import { isUtf8 } from 'node:buffer'
import { Unreadable } from './unreadable.ts'

/**
 * Decodes the bytes of a body by their byte order mark, else by the source's charset, else as UTF-8. Bytes
 * that are not UTF-8 are read as Windows-1252, as browsers do, because forms of old sites send names in it.
 * Bytes with control characters that no text has are refused instead.
 */
export function textOf(bytes: Uint8Array, charset: string | null): string {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return textOf(bytes.subarray(3), 'utf-8')
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const decoder = charset === null ? null : decoderFor(charset)
  if (decoder !== null && decoder.encoding !== 'utf-8') return decoder.decode(bytes)
  if (isUtf8(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  if (bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) {
    throw new Unreadable(
      'UNREADABLE_ENCODING',
      'The body is not text: its characters are not valid in UTF-8 or its declared charset',
    )
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

function decoderFor(charset: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(charset)
  } catch {
    return null
  }
}
