/**
 * The display of a number in a spreadsheet cell: unchanged, as a date or time, as elapsed hours, or by a
 * pattern of digits.
 */
export type NumberFormat =
  | { readonly kind: 'general' }
  | ({ readonly kind: 'moment' } & Moment)
  | { readonly kind: 'hours' }
  | ({ readonly kind: 'digits' } & Digits)

interface Moment {
  readonly hasDay: boolean
  readonly hasTime: boolean
}

interface Digits {
  /** The format of the digits before the decimal point, such as `#0` in the display format `#0.00 kg`. */
  readonly whole: string
  /** The format of the decimals, such as `00` in `#0.00 kg`. */
  readonly fraction: string
  /** The text after the number, such as ` kg` in `#0.00 kg`. */
  readonly tail: string
}

const day = 'y-m-d'
const time = 'h:mm:ss'
const all = (ids: readonly number[], code: string) => Object.fromEntries(ids.map((id) => [id, code]))

/** The built-in number formats of spreadsheets, which a file names only by their number. */
export const builtInFormats: Readonly<Record<number, string>> = {
  ...all([1, 3, 37, 38], '0'),
  ...all([2, 4, 39, 40], '0.00'),
  9: '0%',
  10: '0.00%',
  ...all([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58], day),
  ...all([18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56], time),
  22: `${day} ${time}`,
  46: '[h]:mm:ss',
}

/**
 * Returns the number format that a spreadsheet's format code stands for. A pattern keeps its decimals,
 * leading zeros and the text between digits. The thousands separator and the currency are dropped, so that
 * the result stays a number.
 */
export function numberFormat(code: string): NumberFormat {
  const [positive = ''] = code.split(';', 1)
  const bare = positive.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').toLowerCase()
  if (/\[[hms]+\]/.test(bare)) return { kind: 'hours' }
  const letters = bare.replaceAll(/\[[^\]]*\]/g, '')
  if (/general|@|e[+-]|[0#?]\/[0#?]/.test(letters)) return { kind: 'general' }
  const hasTime = /[hs]/.test(letters)
  const hasDay = /[yd]/.test(letters) || (letters.includes('m') && !hasTime)
  if (hasDay || hasTime) return { kind: 'moment', hasDay, hasTime }
  const pattern = positive
    .replaceAll(/\[[^\]]*\]|_.|\*.|[,$€£¥]/g, '')
    .replaceAll(/"([^"]*)"/g, '$1')
    .replaceAll(/\\(.)/g, '$1')
    .trim()
  const [, whole = pattern, fraction = '', tail = ''] = /^([^.]*)\.([0#?]+)(.*)$/.exec(pattern) ?? []
  return /[0#?]/.test(pattern) ? { kind: 'digits', whole, fraction, tail } : { kind: 'general' }
}

/**
 * Returns the number of a spreadsheet cell as text, in the cell's format. A day is shown as `2026-12-31`,
 * which every reader understands alike.
 */
export function formatNumber(value: number, format: NumberFormat, from1904: boolean): string {
  switch (format.kind) {
    case 'general':
      return plain(value)
    case 'moment':
      return moment(value + (from1904 ? 1_462 : 0), format) ?? plain(value)
    case 'hours':
      return hours(value)
    case 'digits':
      return digits(value, format)
  }
}

/**
 * Returns the date of a spreadsheet cell of the type `d`, which "Strict Open XML" workbooks write, as text in the
 * cell's format.
 */
export function isoMoment(text: string, format: NumberFormat): string {
  const match = /^(\d{4}-\d\d-\d\d)?(?:T|^)?(\d\d:\d\d)?(?::(\d\d))?(?:\.\d+)?Z?$/.exec(text)
  const [, date = '', minutes = '00:00', seconds = '00'] = match ?? []
  if (match === null || format.kind !== 'moment') return text
  const clock = seconds === '00' ? minutes : `${minutes}:${seconds}`
  if (!format.hasDay || date === '') return clock
  return format.hasTime ? `${date} ${clock}` : date
}

/**
 * Returns a number as text with up to 15 digits, as many as a spreadsheet keeps. Powers of ten are never
 * used, because they would spoil phone numbers.
 */
function plain(value: number): string {
  const exact = Number(value.toPrecision(15))
  const text = String(exact)
  if (!text.includes('e')) return text
  return Math.abs(exact) >= 1 ? BigInt(Math.round(exact)).toString() : exact.toFixed(20).replace(/0+$/, '')
}

/** The spreadsheet's serial number of the day after 31 December 9999. Larger numbers are no dates. */
const lastSerial = 2_958_466

function moment(serial: number, { hasDay, hasTime }: Moment): string | null {
  if (serial < 0 || serial >= lastSerial) return null
  // Corrects days before 1 March 1900 by one, because spreadsheets count 29 February 1900, which did not
  // exist.
  const days = serial >= 1 && serial < 60 ? serial + 1 : serial
  const at = new Date(Math.round(days * 86_400) * 1_000 + Date.UTC(1899, 11, 30)).toISOString()
  const clock = at.slice(17, 19) === '00' ? at.slice(11, 16) : at.slice(11, 19)
  if (!hasDay || serial < 1) return clock
  return hasTime ? `${at.slice(0, 10)} ${clock}` : at.slice(0, 10)
}

function hours(value: number): string {
  const seconds = Math.round(Math.abs(value) * 86_400)
  const two = (part: number) => String(part).padStart(2, '0')
  const text = `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return value < 0 ? `-${text}` : text
}

function digits(value: number, { whole, fraction, tail }: Digits): string {
  const isPercent = whole.includes('%') || tail.includes('%')
  const exact = Number((Math.abs(value) * (isPercent ? 100 : 1)).toPrecision(15))
  if (exact >= 1e21) return plain(value)
  const [before = '', after = ''] = exact.toFixed(Math.min(fraction.length, 15)).split('.')
  const shown = after.replace(/0+$/, '').padEnd((fraction.match(/0/g) ?? []).length, '0')
  const sign = value < 0 && /[1-9]/.test(before + after) ? '-' : ''
  return `${sign}${filled(whole, before)}${shown === '' ? '' : `.${shown}`}${tail}`.trim()
}

/**
 * Puts the digits of a number into the places of a pattern, from the right. The remaining digits are put
 * before the first place.
 */
function filled(pattern: string, number: string): string {
  const first = pattern.search(/[0#?]/)
  let left = number === '0' ? '' : number
  let text = ''
  let isBehind = true
  for (let at = pattern.length - 1; at >= 0; at--) {
    const letter = pattern[at] ?? ''
    if (/[0#?]/.test(letter)) {
      isBehind = false
      const taken = at === first ? left : left.slice(-1)
      left = left.slice(0, left.length - taken.length)
      text = (taken === '' && letter === '0' ? '0' : taken) + text
      continue
    }
    // Shows the text between two places of a number's pattern only if there is a digit before it.
    if (isBehind || at < first || left !== '' || pattern.slice(0, at).includes('0')) text = letter + text
  }
  return text
}
