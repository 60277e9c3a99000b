import { isAscii, isUtf8 } from 'node:buffer'
import { decodeWords } from 'postal-mime'

/** The beginnings of Japanese text in ISO-2022-JP, which is written in 7 bits, often without its name. */
const japanese = ['\u001B$@', '\u001B$B']

/**
 * Returns the text of a mail's part whose character set is not known: the set that is named elsewhere in the mail,
 * or the set that the bytes show. Gateways often name the set at the text of a report alone.
 */
export function decodePartOfUnknownCharset(bytes: Uint8Array, named: string | null): string {
  if (isUtf8(bytes)) return legacyText(Buffer.from(bytes).toString(), named)
  // Wraps the bytes as an encoded word (RFC 2047), because `decodeWords` knows the character set names of mail
  // programs.
  return decodeWords(`=?${named ?? 'windows-1252'}?B?${Buffer.from(bytes).toString('base64')}?=`)
}

/** Returns the first character set in the headers of a mail and its parts that is neither ASCII nor UTF-8. */
export function namedCharset(mail: Uint8Array): string | null {
  const names = Buffer.from(mail)
    .toString('latin1')
    .matchAll(/charset\s{0,3}=\s{0,3}"?([\w.:-]{2,40})/gi)
  for (const [, name = ''] of names) if (!/^(?:us-ascii|ascii|utf-?8)$/i.test(name)) return name.toLowerCase()
  return null
}

/** The name of ASCII at a part of a mail. */
const ofAscii = /(charset\s{0,3}=\s{0,3}"?)(?:us-)?ascii\b/gi

/**
 * Returns a mail with 8-bit text of no named character set as a mail in UTF-8, which a parser assumes. Old servers
 * send the notices of Western Europe in that way. Text in UTF-8 that is named ASCII, as some programs do, is named UTF-8.
 */
export function withKnownCharset(mail: Buffer): Buffer {
  // The last line may be cut within a character, if it does not end the mail.
  const isWritten = isUtf8(mail) || isUtf8(mail.subarray(0, mail.lastIndexOf('\n') + 1))
  if (isWritten)
    return isAscii(mail)
      ? mail
      : Buffer.from(mail.toString('latin1').replaceAll(ofAscii, '$1utf-8'), 'latin1')
  if (/charset\s{0,3}=/i.test(mail.toString('latin1'))) return mail
  return Buffer.from(decodePartOfUnknownCharset(mail, null))
}

/** Decodes text that a parser took for ASCII, but that is Japanese in ISO-2022-JP or a text in UTF-7. */
export function legacyText(text: string, named: string | null = null): string {
  if (japanese.some((begin) => text.includes(begin)))
    return new TextDecoder('iso-2022-jp').decode(Buffer.from(text, 'latin1'))
  return named !== null && named.endsWith('utf-7') ? text.replaceAll(/\+([\w+/]{2,2000})-?/g, fromUtf7) : text
}

function fromUtf7(written: string, coded: string): string {
  const bytes = Buffer.from(coded, 'base64')
  return bytes.length % 2 === 1 ? written : bytes.swap16().toString('utf16le')
}
