import type { Cell } from '../record-cells.ts'

/**
 * Returns the version of a record as text whose character order is the order of versions. Numbers are ordered
 * as numbers, ISO 8601 times as times and other values as text. The database can therefore compare versions
 * without knowing their kind. Text comes before times, and times before numbers. An empty cell is the oldest
 * version.
 */
export function recordVersion(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  const text = String(cell).trim()
  if (text === '') return ''
  const number = decimalForm(text)
  if (number !== null) return `3${number}`
  const seconds = secondsOf(text)
  return seconds === null
    ? `1${text.normalize('NFC').slice(0, maxTextLength).toWellFormed()}`
    : `2${decimalForm(seconds)}`
}

/**
 * The highest number of characters of a record version (the value that says how new a record is). Versions that
 * differ only after them count as equally new.
 */
const maxTextLength = 1_000

/**
 * Returns whether one version of a record is older than another, by code points, as PostgreSQL compares text
 * with `collate "C"`. The operator `<` compares code units, in which emoji come before U+FFFF.
 */
export function isOlder(version: string, than: string): boolean {
  for (let at = 0; at < version.length && at < than.length; at++) {
    const [own, other] = [version.codePointAt(at) ?? 0, than.codePointAt(at) ?? 0]
    if (own !== other) return own < other
  }
  return version.length < than.length
}

const decimal = /^([+-]?)(\d{0,400})(?:\.(\d{0,400}))?(?:e([+-]?\d{1,3}))?$/i

/**
 * Returns a decimal number as text whose character order is the order of numbers; null if the text is no
 * number. It is exact, because 64-bit ids are also versions and a double cannot distinguish them. It consists
 * of the sign, the number of digits before the point, and the digits. For negative numbers each digit is
 * subtracted from 9.
 */
export function decimalForm(text: string): string | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? []
  if (sign === undefined || whole.length + fraction.length === 0) return null
  const digits = whole + fraction
  const leading = /^0*/.exec(digits)?.[0].length ?? 0
  const significant = digits.slice(leading).replace(/0+$/, '')
  if (significant === '') return '1'
  const magnitude = `${5_000 + whole.length - leading + Number(exponent)}${significant}`
  return sign === '-' ? `0${turnedRound(magnitude)}~` : `2${magnitude}`
}

function turnedRound(digits: string): string {
  return digits.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))
}

const time =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,30}))?)?(?:Z|([+-])(\d\d):?(\d\d)?)?)?$/i

/**
 * Returns the seconds since 1970 of an ISO 8601 time, with all given decimals; null if the text is no time. A
 * time without an offset is UTC.
 */
function secondsOf(text: string): string | null {
  const [, day, clock = '00:00', second = '00', fraction = '', sign, hours = '0', minutes = '0'] =
    time.exec(text) ?? []
  if (day === undefined) return null
  const ms = Date.parse(`${day}T${clock}:${second}Z`)
  // Rejects dates that do not exist: `Date.parse` reads the 30th of February as the 2nd of March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 16) !== `${day}T${clock}`) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1)
  const seconds = ms / 1000 - offset
  // Before 1970 the seconds are negative, but a fraction still moves the time forward, so the two cannot
  // simply be joined.
  return seconds >= 0 || fraction === '' ? `${seconds}.${fraction}` : beforeEpoch(seconds, fraction)
}

function beforeEpoch(seconds: number, fraction: string): string {
  const unit = 10n ** BigInt(fraction.length)
  const rest = -(BigInt(seconds) * unit + BigInt(fraction))
  const digits = String(rest).padStart(fraction.length + 1, '0')
  return `-${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}`
}
