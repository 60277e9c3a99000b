import { type Decoded, type DecodedList, isList, isObject, own } from './decoded.ts'

/** The records of a body in our own form, `{"records": […]}`, which needs no mapping; null where it is another. */
export function ownRecords(body: Decoded): DecodedList | null {
  const records = own(body, 'records')
  return isObject(body) && Object.keys(body).length === 1 && isList(records) ? records : null
}
