import { isRecipientAddress } from '../../email-address.ts'
import { type Decoded, isBlank, isList, isScalar } from '../mapping/decoded.ts'
import { parseDateText } from '../transform/date-text.ts'
import { parseNumberText } from '../transform/number-text.ts'

export type ValueKind =
  | 'email'
  | 'phone'
  | 'date'
  | 'number'
  | 'boolean'
  | 'id'
  | 'url'
  | 'structured'
  | 'text'

/**
 * The largest share of the values at a place that may be of another kind than the rest. People enter values
 * such as "n/a" into any field.
 */
const maxUnusualShare = 0.2

/** Returns the kind that most values at one place of a record have; null if all values are blank. */
export function kindOfAll(values: readonly (Decoded | undefined)[]): ValueKind | null {
  const kinds = new Map<ValueKind, number>()
  let count = 0
  for (const value of values) {
    const single = isList(value) ? value.find((item) => !isBlank(item)) : value
    if (isBlank(single) || !isScalar(single) || single === null) continue
    count++
    const kind = kindOf(single)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  if (count === 0) return null
  const [best] = [...kinds].toSorted(([, one], [, other]) => other - one)
  return best !== undefined && best[1] >= count * (1 - maxUnusualShare) ? best[0] : 'text'
}

const phone = /^(?=.*\d{3})(?:\+|00|\(|0)[\d\s().\-/]{6,24}$|^\d{3}[-. ]\d{3}[-. ]\d{4}$/
const url = /^https?:\/\/\S+$|^(?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,24}\/?$/i
const idText = /^(?:[\da-f]{8}-[\da-f-]{27}|[\da-f]{16,64}|[A-Z\d]{15,18}|[a-z]{2,5}_[\w]{8,})$/i

function kindOf(value: string | number | boolean): ValueKind {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return isEpoch(String(value)) ? 'date' : 'number'
  const text = value.trim()
  if (isStructured(text)) return 'structured'
  if (isRecipientAddress(text)) return 'email'
  if (/^(?:true|false|yes|no)$/i.test(text)) return 'boolean'
  if (/^\d{16,}$/.test(text)) return 'id'
  if (isEpoch(text)) return 'date'
  if (/^\d{4}[-/]/.test(text) || /[/., ]/.test(text)) {
    const date = parseDateText(text, {})
    if (date !== null) return 'date'
  }
  if (phone.test(text)) return 'phone'
  if (url.test(text)) return 'url'
  if (idText.test(text) && /\d/.test(text)) return 'id'
  return parseNumberText(text) === null ? 'text' : 'number'
}

/** Salutations in English, German, French, Spanish, Italian, Dutch and Portuguese, without dots and accents. */
const salutations = new Set(
  [
    'mr mrs ms miss mx dr prof sir madam mister herr herrn frau fraulein m mme mlle monsieur madame mademoiselle',
    'sr sra srta senor senora senorita sig sigra signor signora dott dottssa dhr mevr mevrouw meneer dra',
  ].flatMap((words) => words.split(' ')),
)
const maxSalutationLength = 40

/** Returns whether all values at a place of a record that are not blank are salutations, such as "Mr" or "Frau Dr.". */
export function areSalutations(values: readonly (Decoded | undefined)[]): boolean {
  const filled = values.filter((value) => !isBlank(value))
  return filled.length > 0 && filled.every(isSalutation)
}

function isSalutation(value: Decoded | undefined): boolean {
  if (typeof value !== 'string' || value.length > maxSalutationLength) return false
  const words = value
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[\s./]+/)
    .filter((word) => word !== '')
  return words.length > 0 && words.every((word) => salutations.has(word))
}

/** Returns whether a text is a list or an object in JSON, even if it was cut off. */
function isStructured(text: string): boolean {
  return /^(?:[[{]\s*["'{[]|\[\s*\]$|\{\s*\}$)/.test(text)
}

/** Returns whether a text is a time between 2001 and 2033, in seconds or milliseconds since 1970. */
function isEpoch(text: string): boolean {
  return /^1\d{9}(?:\d{3})?$/.test(text)
}
