const longest = 60

/**
 * Parses a number as people write it: with a currency, groups of three digits, and a point or a comma before
 * the fraction. Returns null if the text is no number.
 */
export function parseNumberText(text: string, decimal?: '.' | ','): number | null {
  if (text.length > longest) return null
  const bare = text
    .replaceAll(/[\s\u00a0'’]/gu, '')
    .replace(/^([+-]?)(?:\p{Sc}|[A-Z]{3})/u, '$1')
    .replace(/(?:\p{Sc}|[A-Z]{3})$/u, '')
  if (/^[+-]?\d+(?:\.\d+)?e[+-]?\d{1,3}$/i.test(bare)) return finite(bare)
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(bare)) return null
  const mark = decimal ?? markIn(bare)
  const group = mark === '.' ? ',' : '.'
  const [whole = '', fraction, ...more] = bare.split(mark)
  if (more.length > 0 || fraction?.includes(group)) return null
  const [first = '', ...groups] = whole.split(group)
  if (groups.some((digits) => digits.length !== 3) || (groups.length > 0 && !/^[+-]?\d{1,3}$/.test(first))) {
    return null
  }
  return finite(`${first}${groups.join('')}${fraction === undefined ? '' : `.${fraction}`}`)
}

/**
 * Returns the character before the fraction of a number. If the text has points and commas, this character is
 * the last of them. Commas between groups of three digits, and several points, are not before a fraction.
 */
function markIn(text: string): '.' | ',' {
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
  if (point !== -1 && comma !== -1) return point > comma ? '.' : ','
  if (comma !== -1) return /^[+-]?\d{1,3}(?:,\d{3})+$/.test(text) ? '.' : ','
  return text.indexOf('.') === point ? '.' : ','
}

/**
 * Returns a text as a number; null if it has more digits than a number can store. A text with that many
 * digits is an id and remains text.
 */
function finite(text: string): number | null {
  const number = Number(text)
  if (!Number.isFinite(number)) return null
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? null : number
}
