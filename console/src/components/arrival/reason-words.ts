import type { Arrival } from '../../api/schema.ts'

export type ArrivalReason = Arrival['reasons'][number]

/** By the codes that a person may filter by, the most frequent first. */
export const reasonWords: Readonly<Record<string, string>> = {
  UNKNOWN_SHAPE: 'No mapping for this shape',
  IDS_ONLY: 'Ids only, no lead',
  TABLE_HAS_NO_SCHEMA: 'The table has no columns yet',
  SCHEMA_MISMATCH: 'Columns do not fit',
  MISSING_COLUMN: 'A column is missing',
  UNKNOWN_COLUMN: 'A column that the table lacks',
  VALIDATION_FAILED: 'Not the table’s own shape',
  PLAN_LIMIT: 'The plan is spent',
  DELIVERY_ID_REUSED: 'Its delivery id was used with other content',
  IDEMPOTENCY_KEY_REUSED: 'Its Idempotency-Key was used with other content',
  NO_VALUES: 'Nothing in it fills a column',
  NOT_A_PHONE_NUMBER: 'Not a phone number',
  NOT_A_NUMBER: 'Not a number',
  NOT_A_BOOLEAN: 'Neither yes nor no',
  NOT_A_DATE: 'Not a date',
  AMBIGUOUS_DATE: 'Day and month cannot be told apart',
  UNKNOWN_VALUE: 'A value that the mapping does not know',
  NOT_ONE_VALUE: 'Several values for one column',
  NESTED_VALUE: 'An object or a list in a column',
  NOT_AN_OBJECT: 'A record that is no object',
  NOT_STORABLE: 'A text that cannot be stored',
  NO_MATCH_COLUMNS: 'The table has no match columns',
  ROWS_LEFT_OUT: 'Rows that an import left out',
  NOT_AN_EMAIL: 'Not an e-mail address',
  NOT_AN_OPTION: 'None of the options',
  RAGGED: 'Too few or too many cells',
  ENCODING: 'Letters in another encoding',
  QUOTE: 'A stray quote',
  ERROR_VALUE: 'The error of a formula',
  NO_KEPT_VALUE: 'A formula without its result',
  MALFORMED_BODY: 'The body cannot be read',
  EMPTY_BODY: 'The body is empty',
  BODY_TOO_LARGE: 'The body is too large',
  BODY_TOO_DEEP: 'The body is nested too deep',
  TOO_MANY_KEYS: 'Too many keys in the body',
  TOO_MANY_ITEMS: 'Too many items in the body',
  TOO_MANY_RECORDS: 'Too many records at once',
  TOO_MUCH_WORK: 'The body takes too long to read',
  UNREADABLE_ENCODING: 'Packed in an unknown way',
  UNSAFE_XML: 'XML with a DOCTYPE',
  UNVERIFIED: 'Not signed as it should be',
  INVALID_SIGNATURE: 'Not signed as it should be, and refused',
  ON_ITS_WAY: 'On its way in',
  DUPLICATE: 'A column comes twice',
  MALFORMED_JSON: 'The body is not JSON',
  UNSUPPORTED_MEDIA_TYPE: 'Not sent as JSON',
  PAYLOAD_TOO_LARGE: 'The request is too large',
  NOT_FOUND: 'It names no data table that there is',
  OVERLOADED: 'There was too much to do',
}

/** What is wrong with a body that is nearly of the table's own shape. */
const faultWords: Readonly<Record<string, string>> = {
  REQUIRED: 'A field is missing',
  UNKNOWN_FIELD: 'A field that the table’s own shape lacks',
  WRONG_FORM: 'A field that has another form',
  TOO_MANY: 'Too many of something',
}

/** "Rate limited" for a code that is not listed. */
export function wordsOfCode(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return reasonWords[code] ?? faultWords[code] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** In a line: "phone: Not a phone number", and how many more there are. */
export function wordsOfArrival({ code, reasons }: Pick<Arrival, 'code' | 'reasons'>): string | null {
  const [first] = reasons
  if (code === 'ROWS_LEFT_OUT') return wordsOfCode(code)
  if (first === undefined) return code === null ? null : wordsOfCode(code)
  // Which fields a foreign body lacks says less than that it is foreign.
  if (code === 'VALIDATION_FAILED' && first.column === undefined) return wordsOfCode(code)
  const more = new Set(reasons.map(({ code: other, column }) => `${other} ${column ?? ''}`)).size - 1
  return `${wordsOfReason(first)}${more > 0 ? `, and ${more} more` : ''}`
}

export function wordsOfReason({ code, column }: Pick<ArrivalReason, 'code' | 'column'>): string {
  return column === undefined || column === '' ? wordsOfCode(code) : `${column}: ${wordsOfCode(code)}`
}
