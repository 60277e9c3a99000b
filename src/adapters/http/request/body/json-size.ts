/** A body smaller than this cannot hold enough to be dear. */
export const alwaysCheap = 64 * 1024

/** As many values as 500 records of 1,000 columns have. */
export const mostValues = 500_000

/** Twice as many as a record may have columns, so that a record of a wrong table still gets its own answer. */
export const mostKeys = 2_000

const quote = 34
const backslash = 92

/**
 * Whether a JSON text holds more than anything that can be accepted, told without building it: an object of
 * 430,000 keys took 1.5 seconds to build and to refuse, in which no other request was served; to count them
 * takes 20 ms. What is no JSON is left to the parser.
 */
export function isTooMuch(text: string): 'values' | 'keys' | null {
  if (text.length < alwaysCheap) return null
  const outer: number[] = []
  let keys = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case 0x2c: // ,
        if (++values > mostValues) return 'values'
        break
      case 0x3a: // :
        if (++keys > mostKeys) return 'keys'
        break
      case 0x7b: // {
      case 0x5b: // [
        if (++values > mostValues) return 'values'
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

/** The place of the closing quote, which is not preceded by an odd number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === backslash) before--
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}
