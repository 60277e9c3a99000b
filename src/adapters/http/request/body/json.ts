import { isUtf8 } from 'node:buffer'
import { DomainError } from '../../../../domain/errors.ts'
import { EdgeError } from '../../errors.ts'
import { brokenTextIn } from './broken-text.ts'
import { excessiveJsonPart, maxKeys, maxValues } from './json-size.ts'

const deepest = 32

/**
 * Parses a JSON body and refuses values that could not be stored as they were sent: invalid UTF-8, NUL, lone
 * surrogates and numbers that lose digits. Refuses nesting deeper than 32 levels as well. `bytes` is the body
 * read as latin1, a character a byte. Each check first tests whether it can apply at all; for most bodies
 * this is one search in native code.
 */
export function parseJson(bytes: string): unknown {
  const text = decode(bytes)
  const tooMuch = excessiveJsonPart(text)
  if (tooMuch !== null) throw tooMany(tooMuch)
  const value = parse(text)
  if (isDeeperThan(value, deepest)) throw malformed(`It is nested deeper than ${deepest} levels`)
  // Searches for broken text only if the JSON has a `\u` escape. JSON forbids raw control characters and
  // UTF-8 forbids raw surrogates.
  if (text.includes('\\u') && brokenTextIn(value) !== null)
    throw malformed('A string holds a NUL character or a lone surrogate')
  if (holdsNumber(value) && suspectNumber.test(text)) refuseLossyNumbers(text)
  return value
}

function tooMany(what: 'values' | 'keys'): DomainError {
  const message =
    what === 'values'
      ? `The body holds more than ${maxValues.toLocaleString('en')} values`
      : `An object in the body has more than ${maxKeys.toLocaleString('en')} keys`
  return new DomainError('VALIDATION_FAILED', {
    message,
    errors: [{ pointer: '', code: 'TOO_MANY', message }],
  })
}

function decode(bytes: string): string {
  const ascii = Buffer.byteLength(bytes, 'utf8') === bytes.length
  if (ascii) return bytes
  const buffer = Buffer.from(bytes, 'latin1')
  if (!isUtf8(buffer)) throw malformed('It is not valid UTF-8')
  const text = buffer.toString('utf8')
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

function parse(text: string): unknown {
  if (text === '') throw malformed('The body is empty')
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    // The error message of `JSON.parse` quotes the body, which may hold personal data. Its caller receives
    // only the position of the fault.
    const [, position] = /position (\d+)/.exec((error as Error).message) ?? []
    throw malformed(
      position === undefined
        ? 'It is not valid JSON; it may have been cut off'
        : `It is not valid JSON; the first fault is at character ${position}`,
    )
  }
}

function malformed(reason: string): EdgeError {
  return new EdgeError('MALFORMED_JSON', { message: `The body cannot be read. ${reason}` })
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, levels - 1))
  for (const name in value) {
    const item = (value as Record<string, unknown>)[name]
    if (typeof item === 'object' && isDeeperThan(item, levels - 1)) return true
  }
  return false
}

/**
 * Matches the start of a JSON number that may lose digits: a whole number of 16 digits, a fraction of 18 or
 * an exponent. Shorter numbers lose nothing.
 */
const suspectNumber = /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]{18}|\d[\d.]*[eE])/

/**
 * Returns whether a JSON value holds a number. Most bodies hold only text, and this check costs a tenth of a
 * search through the text.
 */
function holdsNumber(value: unknown): boolean {
  if (typeof value === 'number') return true
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(holdsNumber)
  for (const name in value) {
    if (holdsNumber((value as Record<string, unknown>)[name])) return true
  }
  return false
}

interface ReviverContext {
  readonly source?: string
}

function refuseLossyNumbers(text: string): void {
  JSON.parse(text, ((_key: string, value: unknown, { source }: ReviverContext) => {
    if (typeof value === 'number' && source !== undefined && losesDigits(source, value)) {
      throw malformed('A number has more digits than JSON numbers can carry; send it as a string')
    }
    return value
  }) as (key: string, value: unknown) => unknown)
}

/**
 * Returns whether a JSON number loses digits as a double. Whole numbers must be exact. Fractions may have 17
 * digits, because some languages print so many for a double; the last of them are noise.
 */
function losesDigits(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return true
  const written = normalized(source)
  if (written.digits === '') return false
  if (value === 0) return true
  const held = normalized(String(value))
  const same = written.digits === held.digits && written.exponent === held.exponent
  if (same) return false
  const isWhole = written.exponent >= written.digits.length
  return isWhole || written.digits.length > 17
}

/**
 * Returns a JSON number as 0.digits × 10^exponent, without leading or trailing zeros, to compare it with its
 * double.
 */
function normalized(number: string): { digits: string; exponent: number } {
  const [, whole = '', fraction = '', power = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const all = whole + fraction
  const significant = all.replace(/^0+/, '')
  const exponent = whole.length + Number(power) - (all.length - significant.length)
  // Removes trailing zeros in a loop. The pattern /0+$/ would start again at every zero, and a source may
  // write millions.
  let end = significant.length
  while (significant[end - 1] === '0') end--
  return { digits: significant.slice(0, end), exponent }
}
