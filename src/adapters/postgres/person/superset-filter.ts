import { normalizedEmail } from '../../../domain/email-address.ts'
import { type ColumnKind, columnKind } from '../../../domain/table/column-kind.ts'

/**
 * Patterns for `like` that every spelling of a text fits which the domain takes for the same, and few others: the
 * database picks candidates by them, and the domain decides. The text they are held against is in lower case in ASCII
 * only (collation "C"), because what a database makes of other letters depends on its locale.
 */

/**
 * Of letters beyond ASCII only the place is said, and of the letter before them, which may be one with the
 * accent that follows it. The Kelvin sign is a k, the Greek question mark a semicolon and the oxia a grave accent once
 * they are normalized. What JSON escapes is left out too.
 */
function looselyLike(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[ -~]?[^ -~]+/gu, '\u0000')
    .replaceAll(/["\\]/g, '\u0000')
    .replaceAll(/[%_]/g, String.raw`\$&`)
    .replaceAll(/[k;`]/g, '_')
    .replaceAll('\u0000', '%')
}

/** What stands before the @ is nearly always the same in all spellings of an address; a domain has many. */
export interface AddressPatterns {
  readonly local: string
  /** Null where the domain has other spellings in ASCII. */
  readonly whole: string | null
}

export function addressPatterns(address: string): AddressPatterns {
  const at = address.lastIndexOf('@')
  const local = looselyLike(address.slice(0, at))
  const domain = address.slice(at + 1)
  const hasOneSpelling = /^[a-z\d.-]+$/.test(domain) && /[a-z][^.]*$/.test(domain)
  return {
    local: `%${local}@%`,
    whole: hasOneSpelling ? `%${local}@${domain}%` : null,
  }
}

export function textPattern(text: string): string {
  return `%${looselyLike(text.trim().normalize('NFC'))}%`
}

/** What a cell of a column is held against. */
export function valueFilter(
  column: string,
  value: string,
): {
  readonly kind: ColumnKind
  readonly pattern: string
  /** For the same number otherwise written, in JSON. */
  readonly number: string | null
} {
  const kind = columnKind(column)
  const text = value.trim()
  if (kind === 'phone') return { kind, pattern: `%${lastDigits(text)}`, number: null }
  const address = kind === 'email' ? normalizedEmail(text) : null
  const pattern = address === null ? textPattern(text) : addressPatterns(address).local
  return {
    kind,
    pattern,
    number: String(Number(text)) === text && Number.isFinite(Number(text)) ? text : null,
  }
}

/** Ways to write a phone number differ in how it begins. */
function lastDigits(text: string): string {
  return /^[ -~]*$/.test(text) ? text.replaceAll(/\D/g, '').slice(-6) : ''
}
