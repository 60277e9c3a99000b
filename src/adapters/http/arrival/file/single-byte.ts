import type { Encoding } from '../../../../domain/arrival/import/file-options.ts'

/**
 * The number of adjacent letters outside ASCII that marks a word of a non-Latin script. Western words have
 * one or two of them in a row.
 */
const minWordLength = 3

/**
 * Returns the likeliest encoding of text that has one byte for each character. Words of Western languages are
 * mostly ASCII; Cyrillic and Greek words consist of bytes from 0xC0 on. Double-byte encodings use the bytes
 * below 0xC0 just as often.
 */
export function guessedSingleByte(start: Uint8Array): Encoding {
  let [high, inWords, run] = [0, 0, 0]
  // `cyrillic` counts the small `а` of Windows-1251, a byte that Greek text does not use. `greek` counts the
  // accented small vowels of Windows-1253.
  let [cyrillic, greek] = [0, 0]
  for (const byte of start) {
    if (byte < 0x80) {
      run = 0
      continue
    }
    high++
    run = isLetter(byte) ? run + 1 : 0
    if (run === minWordLength) inWords += minWordLength
    else if (run > minWordLength) inWords++
    if (byte === 0xe0) cyrillic++
    else if (run > 1 && byte >= 0xdc && byte <= 0xdf) greek++
  }
  if (inWords < high * 0.8) return 'windows-1252'
  return greek > cyrillic ? 'windows-1253' : 'windows-1251'
}

/**
 * Returns whether a byte is a letter in Windows-1251 or Windows-1253. The listed bytes are Ё, ё, Є, Ї, І, і,
 * ґ, є and ї.
 */
function isLetter(byte: number): boolean {
  return byte >= 0xc0 || [0xa8, 0xb8, 0xaa, 0xaf, 0xb2, 0xb3, 0xb4, 0xba, 0xbf].includes(byte)
}
