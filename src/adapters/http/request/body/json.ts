import { isUtf8 } from 'node:buffer'
import { DomainError } from '../../../../domain/errors.ts'
import { EdgeError } from '../../errors.ts'
import { brokenTextIn } from './broken-text.ts'
import { isTooMuch, mostKeys, mostValues } from './json-size.ts'

const deepest = 32

/**
 * Parses JSON and refuses what could not be stored as it was sent: invalid UTF-8, NUL and lone
 * surrogates, numbers that lose digits, nesting deeper than any honest sender needs. `bytes` is the body read as
 * latin1, a character a byte. Each check first asks whether it can apply at all, which for most
 * bodies a search in native code answers.
 */
export function parseJson(bytes: string): unknown {
  const text = decode(bytes)
  const tooMuch = isTooMuch(text)
  if (tooMuch !== null) throw tooMany(tooMuch)
  const value = parse(text)
  if (isDeeperThan(value, deepest)) throw malformed(`It is nested deeper than ${deepest} levels`)
  // Raw control characters are not JSON and raw surrogates are not UTF-8: both can only come escaped.
  if (text.includes('\\u') && brokenTextIn(value) !== null)
    throw malformed('A string holds a NUL character or a lone surrogate')
  if (holdsNumber(value) && suspectNumber.test(text)) refuseLossyNumbers(text)
  return value
}

function tooMany(what: 'values' | 'keys'): DomainError {
  const message =
    what === 'values'
      ? `The body holds more than ${mostValues.toLocaleString('en')} values`
      : `An object in the body has more than ${mostKeys.toLocaleString('en')} keys`
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
    // The parser's own message quotes the text around the fault; only its position may be repeated.
    const [, position] = /position (\d+)/.exec((error as Error).message) ?? []
    throw malformed(
      position === undefined
        ? 'It is not JSON; it may have been cut off'
        : `It is not JSON from character ${position} on`,
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
 * Where a number can begin: a whole one of sixteen digits, a fraction of eighteen, or an exponent.
 * Nothing shorter can lose anything.
 */
const suspectNumber = /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]{18}|\d[\d.]*[eE])/

/** Most bodies are text throughout, and finding that out costs a tenth of searching them. */
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
 * Whole numbers must come out exactly. Fractions may have the 17 digits that some languages print for
 * a double, the last of which are noise.
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

/** 0.digits × 10^exponent, without leading or trailing zeros. */
function normalized(number: string): { digits: string; exponent: number } {
  const [, whole = '', fraction = '', power = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const all = whole + fraction
  const significant = all.replace(/^0+/, '')
  const exponent = whole.length + Number(power) - (all.length - significant.length)
  // By hand: /0+$/ starts anew at every zero, and a sender may write millions of them.
  let end = significant.length
  while (significant[end - 1] === '0') end--
  return { digits: significant.slice(0, end), exponent }
}
