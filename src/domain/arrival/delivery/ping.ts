import { type Decoded, isList, isObject } from '../mapping/decoded.ts'

const words = new Set(['ping', 'test', 'webhook.ping', 'webhook.test', 'webhook_test', 'test_event'])

/**
 * Returns whether a body only tests the webhook URL: it is empty, has an empty list of events, or has a word
 * for a test and little else.
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
    values.every((value) => !isObject(value))
  )
}
