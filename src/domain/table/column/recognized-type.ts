import type { Cell } from '../../record-cells.ts'
import { columnKind } from './column-kind.ts'
import { type ColumnType, faultOfType } from './column-type.ts'

/** The fewest values from which the type of a new column is recognized. */
const minValues = 3
/** The digits that a number can have without losing one: the precision of 64-bit floating-point numbers. */
const maxDigits = 15
/** The lengths in digits from which whole numbers may be codes: all of one length, or all as long as phone numbers. */
const minCodeLength = 4
const minPhoneLength = 7

const recognized = ['email', 'date', 'number'] as const

/**
 * Returns the type of a new column by its first values: the type that all of them have, or text. Phone numbers, postal
 * codes, ids and other codes of digits stay text, because a number would lose their zeros or last digits, and nobody
 * counts with them. Choices and phone numbers are not recognized.
 */
export function recognizedType(name: string, cells: readonly Cell[]): ColumnType {
  const values = cells.filter((cell) => cell !== null && String(cell).trim() !== '')
  if (values.length < minValues) return 'text'
  const type = recognized.find((each) => values.every((cell) => faultOfType({ type: each }, cell) === null))
  if (type === 'number' && (namesCodes(name) || !areAmounts(values))) return 'text'
  return type ?? 'text'
}

/** A number as it is written without loss: no plus sign, leading zero or exponent. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

function areAmounts(values: readonly Cell[]): boolean {
  const texts = values.map((value) => String(value).trim())
  if (!texts.every((text) => plainNumber.test(text) && text.replaceAll(/\D/g, '').length <= maxDigits))
    return false
  if (texts.some((text) => text.includes('.') || text.startsWith('-'))) return true
  const lengths = texts.map((text) => text.length)
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)]
  return shortest < minPhoneLength && (shortest < longest || longest < minCodeLength)
}

const codeWords = new Set(
  [
    'id ids uid uuid guid no nr num number code key ref reference pin sku ean isbn gtin iban bic swift vat tax ssn',
    'zip plz postal postcode zipcode postleitzahl cp cap cep phone tel fax mobile cell handy whatsapp account serial',
    'nummer numero konto kundennr telefon telefono telefone mobil movil compte cuenta siren siret nif cif',
  ].flatMap((words) => words.split(' ')),
)
const codeEnding = /(?:nummer|nr|number|leitzahl|postcode|zipcode|phone|telefon)$/

/** Returns whether the name of a column says that its values are codes, such as "Customer ID" or "PLZ". */
function namesCodes(name: string): boolean {
  if (columnKind(name) === 'phone') return true
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  return words.some((word) => codeWords.has(word) || codeEnding.test(word))
}
