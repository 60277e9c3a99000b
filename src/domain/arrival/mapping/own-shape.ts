import { type Decoded, type DecodedList, isList, isObject, own } from './decoded.ts'

/**
 * Returns the records of a body of the form `{"records": […]}`, which needs no mapping; null for a body in
 * another form.
 */
export function ownRecords(body: Decoded): DecodedList | null {
  const records = own(body, 'records')
  return isObject(body) && Object.keys(body).length === 1 && isList(records) ? records : null
}
