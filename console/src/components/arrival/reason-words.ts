import type { Arrival } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

export type ArrivalReason = Arrival['reasons'][number]

/** Labels of the reason codes of arrivals, by which users may filter, most frequent first. */
export const reasonWords: Readonly<Record<string, string>> = {
  UNKNOWN_FORMAT: t('No mapping for the format of the body'),
  NOT_MAPPED_AUTOMATICALLY: t('No mapping was created automatically'),
  IDS_ONLY: t('The body has only ids, no lead data'),
  TABLE_HAS_NO_SCHEMA: t('The table has no columns yet'),
  SCHEMA_MISMATCH: t('The record’s columns do not match the table'),
  MISSING_COLUMN: t('The record lacks a column of the table'),
  IDENTITY_UNMAPPED: t('The mapping leaves out an address, a phone number or a match column'),
  UNKNOWN_COLUMN: t('The table does not have this column'),
  VALIDATION_FAILED: t('The body is not in the table’s own format'),
  PLAN_LIMIT: t('The limit of the plan is reached'),
  DELIVERY_ID_REUSED: t('The source used the same id with other content'),
  RECORDS_CHANGED: t('The mapping finds other records than before'),
  IDEMPOTENCY_KEY_REUSED: t('The Idempotency-Key was used with other content'),
  NO_VALUES: t('The record has no value for any column'),
  NOT_A_PHONE_NUMBER: t('The value is not a phone number'),
  NOT_A_NUMBER: t('The value is not a number'),
  NOT_A_BOOLEAN: t('The value is neither yes nor no'),
  NOT_A_DATE: t('The value is not a date'),
  AMBIGUOUS_DATE: t('The date does not show which number is the day'),
  UNKNOWN_VALUE: t('The mapping has no replacement for the value'),
  NOT_ONE_VALUE: t('The column would get several values'),
  NESTED_VALUE: t('The value is an object or a list'),
  NOT_AN_OBJECT: t('A record in the body is not an object'),
  NOT_STORABLE: t('The value has characters that cannot be stored'),
  NO_MATCH_COLUMNS: t('The table has no match columns'),
  ROWS_SKIPPED: t('Rows left out of an import'),
  NOT_AN_EMAIL: t('The value is not an e-mail address'),
  NOT_AN_OPTION: t('The value is not one of the column’s options'),
  RAGGED: t('The row has too few or too many cells'),
  ENCODING: t('The file has characters in another encoding'),
  QUOTE: t('The row has a quotation mark in the wrong place'),
  ERROR_VALUE: t('The formula in the cell has an error'),
  NO_KEPT_VALUE: t('The formula in the cell has no saved result'),
  MALFORMED_BODY: t('The body of the arrival cannot be read'),
  EMPTY_BODY: t('The body of the arrival is empty'),
  BODY_TOO_LARGE: t('The body of the arrival is too large'),
  BODY_TOO_DEEP: t('The body of the arrival has too many levels'),
  TOO_MANY_KEYS: t('The body of the arrival has too many keys'),
  TOO_MANY_ITEMS: t('The body of the arrival has too many items'),
  TOO_MANY_RECORDS: t('The arrival has too many records'),
  TOO_MUCH_WORK: t('The body of the arrival takes too long to read'),
  UNREADABLE_ENCODING: t('The compression of the body is unknown'),
  UNSAFE_XML: t('The XML body has a DOCTYPE'),
  UNVERIFIED: t('The arrival has no valid signature'),
  INVALID_SIGNATURE: t('Refused: the arrival has no valid signature'),
  ON_ITS_WAY: t('The records are being added now'),
  DUPLICATE: t('A column appears twice in the record'),
  MALFORMED_JSON: t('The body of the arrival is not JSON'),
  UNSUPPORTED_MEDIA_TYPE: t('The arrival was not sent as JSON'),
  PAYLOAD_TOO_LARGE: t('The arrival is too large'),
  NOT_FOUND: t('The data table does not exist'),
  OVERLOADED: t('The service had too many requests at once'),
}

/** Labels of the faults in the body of an arrival that almost has the table's own format. */
const faultWords: Readonly<Record<string, string>> = {
  REQUIRED: t('A field of the body is missing'),
  UNKNOWN_FIELD: t('The body has an unknown field'),
  WRONG_FORM: t('A field of the body has an invalid format'),
  TOO_MANY: t('A list in the body has too many entries'),
}

/** Returns the label of an arrival's reason code. An unknown code becomes words, such as "Rate limited". */
export function wordsOfCode(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return reasonWords[code] ?? faultWords[code] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Returns an arrival's first reason in one line, such as "phone: The value is not a phone number", and the number of
 * further reasons.
 */
export function wordsOfArrival({ code, reasons }: Pick<Arrival, 'code' | 'reasons'>): string | null {
  const [first] = reasons
  if (code === 'ROWS_SKIPPED') return wordsOfCode(code)
  if (first === undefined) return code === null ? null : wordsOfCode(code)
  // Returns only the label of the reason code if the body as a whole does not fit, because its single faults,
  // such as missing fields, say less.
  if (code === 'VALIDATION_FAILED' && first.column === undefined) return wordsOfCode(code)
  const more = new Set(reasons.map(({ code: other, column }) => `${other} ${column ?? ''}`)).size - 1
  return more > 0
    ? t('{reason}, and {more} more', { reason: wordsOfReason(first), more })
    : wordsOfReason(first)
}

export function wordsOfReason({ code, column }: Pick<ArrivalReason, 'code' | 'column'>): string {
  return column === undefined || column === '' ? wordsOfCode(code) : `${column}: ${wordsOfCode(code)}`
}
