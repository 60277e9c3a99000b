import { type Decoded, type DecodedList, isList, isObject, own } from './decoded.ts'
import type { Path } from './path.ts'

/** The path to the records of a body of the form `{"records": […]}`. */
export const ownRoot: Path = ['records', { all: true }]

/**
 * Returns the records of a body of the form `{"records": […]}`, which needs no mapping; null for a body in
 * another form.
 */
export function ownRecords(body: Decoded): DecodedList | null {
  const records = own(body, 'records')
  return isObject(body) && Object.keys(body).length === 1 && isList(records) ? records : null
}
