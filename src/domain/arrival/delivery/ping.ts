import { normalizedEmail } from '../../email-address.ts'
import { type Decoded, isList, isObject } from '../mapping/decoded.ts'
import { conceptOf, conceptRequestedFor, wordsOfName } from '../proposal/names.ts'

const words = new Set(['ping', 'test', 'webhook.ping', 'webhook.test', 'webhook_test', 'test_event'])

/**
 * Returns whether a body only tests the webhook URL: it is empty, has an empty list of events, or has a word
 * for a test and little else. A body with an e-mail address, a telephone number or a list of records is no test,
 * because a lead in it would be lost.
 */
export function isPing(body: Decoded): boolean {
  if (isList(body)) return body.length === 0
  if (!isObject(body)) return body === null || body === ''
  const values = Object.values(body)
  if (values.every((value) => isList(value) && value.length === 0)) return true
  return (
    values.length <= 3 &&
    ['event', 'type', 'action', 'event_type'].some((key) => {
      const word = Object.hasOwn(body, key) ? body[key] : undefined
      return typeof word === 'string' && words.has(word.toLowerCase())
    }) &&
    Object.entries(body).every(([key, value]) => !mayBeOfLead(key, value))
  )
}

/** Returns whether a value of a body may belong to a lead: an object, a list with objects, or a person's address. */
function mayBeOfLead(key: string, value: Decoded): boolean {
  if (isList(value)) return value.some((decoded) => mayBeOfLead(key, decoded))
  if (isObject(value)) return true
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return normalizedEmail(text) !== null || isPhone(key, text)
}

/** Returns whether a text is a telephone number. Digits without a sign, as of a time, need a key that says so. */
export function isPhone(key: string, text: string): boolean {
  if (!/^\+?[\d\s()./-]{6,24}$/.test(text)) return false
  if (text.startsWith('+')) return true
  const nameWords = wordsOfName(key)
  return (conceptOf(nameWords) ?? conceptRequestedFor(nameWords)) === 'phone'
}
