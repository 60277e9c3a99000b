import { normalizedEmail } from '../email-address.ts'

/** Matches characters that may stand directly before or after an e-mail address in a text, but not in it. */
const around = /[\s<>"'(),;:[\]{}|\\=&?]/
const quote = /['"]/
const maxPartLength = 254
/** Matches the at sign of an e-mail address, written as `@` or encoded as `%40`. */
const atSign = /@|%40/g

interface TextRange {
  readonly from: number
  /** The position after the last character of the e-mail address that was found in the text. */
  readonly to: number
}

/**
 * Returns the ranges of a text that contain an address, in any spelling and encoded as in a URL. `address`
 * has the form that `normalizedEmail` returns.
 */
export function addressesNamedIn(text: string, address: string): readonly TextRange[] {
  const found: TextRange[] = []
  // An apostrophe, for example, is a border, but not in the address of miles.o'brien.
  const isBorder = (character = '') => around.test(character) && !address.includes(character)
  for (const { index: at, 0: sign } of text.matchAll(atSign)) {
    if (at < (found.at(-1)?.to ?? 0)) continue
    let [from, to] = [at, at + sign.length]
    while (from > 0 && at - from < maxPartLength && !isBorder(text[from - 1])) from--
    while (to < text.length && to - at < maxPartLength && !isBorder(text[to])) to++
    while (to > at + sign.length && text[to - 1] === '.') to--
    while (from < at && quote.test(text[from] ?? '') && text[from] !== address[0]) from++
    while (to > at + sign.length && quote.test(text[to - 1] ?? '')) to--
    if (isAddress(text.slice(from, to), address)) found.push({ from, to })
  }
  return found
}

/**
 * Returns whether a part of a text is the address. In a URL, brackets and commas around an address may be
 * encoded as well.
 */
function isAddress(part: string, address: string): boolean {
  const plain = decoded(part)
  if (normalizedEmail(plain) === address) return true
  return plain !== part && around.test(plain) && addressesNamedIn(plain, address).length > 0
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replaceAll('%40', '@')
  }
}
