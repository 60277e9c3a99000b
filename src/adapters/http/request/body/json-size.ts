/** The size of a body in bytes below which its JSON cannot hold enough values to be expensive. */
export const alwaysParsedBytes = 64 * 1024

/** The largest number of JSON values in a body: 500 records of 1,000 columns have as many. */
export const maxValues = 500_000

/**
 * The largest number of keys in a JSON object, twice the columns that a record may have. A record with
 * somewhat too many columns is thus refused by its table, which names the fault.
 */
export const maxKeys = 2_000

const quote = 34
const backslash = 92

/**
 * Returns the part that a JSON text has too many of, values or keys, without parsing it. An object of 430,000
 * keys took 1.5 seconds to parse and refuse, which blocked all other requests; counting its keys takes 20 ms.
 * Text that is not JSON is left to the parser.
 */
export function excessiveJsonPart(text: string): 'values' | 'keys' | null {
  if (text.length < alwaysParsedBytes) return null
  const outer: number[] = []
  let keys = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case 0x2c: // ,
        if (++values > maxValues) return 'values'
        break
      case 0x3a: // :
        if (++keys > maxKeys) return 'keys'
        break
      case 0x7b: // {
      case 0x5b: // [
        if (++values > maxValues) return 'values'
        outer.push(keys)
        keys = 0
        break
      case 0x7d: // }
      case 0x5d: // ]
        keys = outer.pop() ?? 0
        break
      default:
    }
  }
  return null
}

/**
 * Returns the index of the quote that closes a JSON string: the first one that is not preceded by an odd
 * number of backslashes.
 */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === backslash) before--
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}
