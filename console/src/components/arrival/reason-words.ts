import type { Arrival } from '../../api/schema.ts'

export type ArrivalReason = Arrival['reasons'][number]

/** Labels of the reason codes by which a person may filter, most frequent first. */
export const reasonWords: Readonly<Record<string, string>> = {
  UNKNOWN_SHAPE: 'No mapping for this format',
  IDS_ONLY: 'Only ids, no lead data',
  TABLE_HAS_NO_SCHEMA: 'The table has no columns yet',
  SCHEMA_MISMATCH: 'Columns do not match the table',
  MISSING_COLUMN: 'A column is missing',
  UNKNOWN_COLUMN: 'A column that the table does not have',
  VALIDATION_FAILED: 'Not in the table’s own format',
  PLAN_LIMIT: 'The limit of the plan is reached',
  DELIVERY_ID_REUSED: 'The delivery id was used with other content',
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used with other content',
  NO_VALUES: 'No value for any column',
  NOT_A_PHONE_NUMBER: 'Not a phone number',
  NOT_A_NUMBER: 'Not a number',
  NOT_A_BOOLEAN: 'Not a yes or no',
  NOT_A_DATE: 'Not a date',
  AMBIGUOUS_DATE: 'Unclear which number is the day',
  UNKNOWN_VALUE: 'A value that the mapping does not know',
  NOT_ONE_VALUE: 'Several values for one column',
  NESTED_VALUE: 'An object or a list in a column',
  NOT_AN_OBJECT: 'A record is not an object',
  NOT_STORABLE: 'The text cannot be stored',
  NO_MATCH_COLUMNS: 'The table has no match columns',
  ROWS_LEFT_OUT: 'Rows left out of an import',
  NOT_AN_EMAIL: 'Not an e-mail address',
  NOT_AN_OPTION: 'Not one of the options',
  RAGGED: 'Too few or too many cells',
  ENCODING: 'Characters in another encoding',
  QUOTE: 'A stray quote',
  ERROR_VALUE: 'A formula has an error',
  NO_KEPT_VALUE: 'A formula without a saved result',
  MALFORMED_BODY: 'The body cannot be read',
  EMPTY_BODY: 'The body is empty',
  BODY_TOO_LARGE: 'The body is too large',
  BODY_TOO_DEEP: 'The body is nested too deep',
  TOO_MANY_KEYS: 'Too many keys in the body',
  TOO_MANY_ITEMS: 'Too many items in the body',
  TOO_MANY_RECORDS: 'Too many records at once',
  TOO_MUCH_WORK: 'The body takes too long to read',
  UNREADABLE_ENCODING: 'Unknown compression',
  UNSAFE_XML: 'XML with a DOCTYPE',
  UNVERIFIED: 'No valid signature',
  INVALID_SIGNATURE: 'No valid signature, refused',
  ON_ITS_WAY: 'Being added',
  DUPLICATE: 'A column appears twice',
  MALFORMED_JSON: 'The body is not JSON',
  UNSUPPORTED_MEDIA_TYPE: 'Not sent as JSON',
  PAYLOAD_TOO_LARGE: 'The request is too large',
  NOT_FOUND: 'The data table does not exist',
  OVERLOADED: 'The service was overloaded',
}

/** Labels of the faults in an arrival's body that nearly matches the table's own format. */
const faultWords: Readonly<Record<string, string>> = {
  REQUIRED: 'A field is missing',
  UNKNOWN_FIELD: 'An unknown field',
  WRONG_FORM: 'A field has an invalid format',
  TOO_MANY: 'Too many entries',
}

/** Returns the label of an arrival's reason code. An unknown code becomes words, such as "Rate limited". */
export function wordsOfCode(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return reasonWords[code] ?? faultWords[code] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Returns an arrival's first reason in one line, such as "phone: Not a phone number", and the number of
 * further reasons.
 */
export function wordsOfArrival({ code, reasons }: Pick<Arrival, 'code' | 'reasons'>): string | null {
  const [first] = reasons
  if (code === 'ROWS_LEFT_OUT') return wordsOfCode(code)
  if (first === undefined) return code === null ? null : wordsOfCode(code)
  // Leaves out the missing fields of a body with an unknown format, because the reason code alone says more.
  if (code === 'VALIDATION_FAILED' && first.column === undefined) return wordsOfCode(code)
  const more = new Set(reasons.map(({ code: other, column }) => `${other} ${column ?? ''}`)).size - 1
  return `${wordsOfReason(first)}${more > 0 ? `, and ${more} more` : ''}`
}

export function wordsOfReason({ code, column }: Pick<ArrivalReason, 'code' | 'column'>): string {
  return column === undefined || column === '' ? wordsOfCode(code) : `${column}: ${wordsOfCode(code)}`
}
