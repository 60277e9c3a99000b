import { normalizedEmail } from '../../../domain/email-address.ts'
import type { PersonIdentity } from '../../../domain/person/person-query.ts'
import { wordsOfPerson } from '../../../domain/person/recognition.ts'
import { type ColumnKind, columnKind } from '../../../domain/table/column/column-kind.ts'

/**
 * Patterns for `like` that match every spelling which the domain takes for the same text, and few others. The
 * database finds candidates by them, and the domain decides. The compared text is lower case in ASCII only
 * (collation "C"), because how a database folds other letters depends on its locale.
 */

/**
 * Returns a loose pattern for a text. A letter beyond ASCII matches anything, as does the letter before it,
 * which may form one letter with the accent that follows. The Kelvin sign is a k, the Greek question mark a
 * semicolon and the oxia a grave accent once they are normalized. Characters that JSON escapes match anything
 * too.
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

/**
 * Patterns for `like` that find an e-mail address. The part before the @ is nearly always the same in all
 * spellings, but a domain has many.
 */
export interface AddressPatterns {
  readonly local: string
  /**
   * The pattern of the whole e-mail address; null if its domain has further spellings in ASCII, so that only
   * the part before the @ can be searched for.
   */
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

/**
 * Returns the `like` pattern that finds a value in the cells of a column, to find the person to whom the
 * value belongs.
 */
export function valueFilter(
  column: string,
  value: string,
): {
  readonly kind: ColumnKind
  readonly pattern: string
  /**
   * The searched value as the JSON text of a number, which also finds other spellings of the number; null if
   * it is no number.
   */
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

/** Returns the last six digits of a phone number, because its spellings differ at the beginning. */
function lastDigits(text: string): string {
  return /^[ -~]*$/.test(text) ? text.replaceAll(/\D/g, '').slice(-6) : ''
}

/**
 * Returns a pattern that matches every row in which the person may be. A phone number has many spellings, and
 * a short value may be in any row: then the pattern matches every row.
 */
export function rowPattern(person: PersonIdentity): string {
  if (person.address !== null) return addressPatterns(person.address).local
  const words = wordsOfPerson(person)
  return words === null || columnKind(person.value.column) === 'phone' ? '%' : textPattern(words)
}
