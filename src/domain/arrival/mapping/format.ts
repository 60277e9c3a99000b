import { textDigest } from '../../text/text-digest.ts'
import { type Decoded, type DecodedObject, isList, isObject, isScalar, own } from './decoded.ts'

/**
 * Returns a digest of the structure of a body, which groups held bodies by format. It covers the keys of two
 * levels and the values that name the event or form. A level with a single key is not counted, and all keys
 * that are ids count as the same key.
 */
export function formatOf(body: Decoded): string {
  // The digest of a format needs no protection: a forged format only puts a held body into another group of
  // held bodies.
  return textDigest(outline(body, 2, 0))
}

/**
 * The number of keys of one object that the digest of a format covers. Further keys do not distinguish
 * formats.
 */
const maxKeys = 200
const deepest = 12

function outline(value: Decoded, levels: number, depth: number): string {
  if (depth > deepest) return ''
  if (isList(value)) {
    const first = value.find((item) => !isScalar(item)) ?? null
    return `[${outline(first, levels, depth + 1)}]`
  }
  if (!isObject(value)) return ''
  const keys = Object.keys(value).slice(0, maxKeys)
  if (levels === 0) return ''
  // The format digest of a body ignores the keys of an object whose values are all wrapped. Each contact has
  // keys only for its own properties, so the keys would distinguish contacts.
  if (isDictionary(value, keys)) return '{*}'
  const left = keys.length === 1 ? levels : levels - 1
  const parts = new Set(
    keys.map((key) => {
      const inner = own(value, key) ?? null
      return `${JSON.stringify(keyName(key))}${tellsKind(key, inner)}${outline(inner, left, depth + 1)}`
    }),
  )
  return `{${[...parts].toSorted().join()}}`
}

/** Returns whether every key of an object leads to a wrapped value: `{"email": {"value": …}, …}`. */
function isDictionary(value: DecodedObject, keys: readonly string[]): boolean {
  return keys.length > 1 && keys.every((key) => own(own(value, key), 'value') !== undefined)
}

const id = /^(?:\d+|[\da-f]{16,}|[\da-f]{8}-[\da-f-]{27})$/i

function keyName(key: string): string {
  return id.test(key) ? '#' : key
}

/** Keys of a delivered body whose value names the kind of the delivery: its event or its form. */
const kindKeys = new Set([
  'event',
  'event_type',
  'eventType',
  'event_name',
  'subscriptionType',
  'topic',
  'triggerEvent',
  '@type',
  'form_id',
  'formId',
])
/**
 * Keys of a delivered body whose value names the kind of the delivery only if it contains a dot, colon or
 * underscore, as in `order.paid`. A `type` is as often the kind of a customer.
 */
const maybeKindKeys = new Set(['type', 'action', 'triggerType'])
const kind = /^[\w.:-]{1,64}$/
const eventKind = /^[a-z]+(?:[._:][a-z]+)+$/i

/** Returns whether the value of a key names the kind of event or form that a body is about. */
export function isKindKey(key: string, value: Decoded): value is string {
  if (typeof value !== 'string') return false
  return (kindKeys.has(key) && kind.test(value)) || (maybeKindKeys.has(key) && eventKind.test(value))
}

function tellsKind(key: string, value: Decoded): string {
  return isKindKey(key, value) ? `=${value}` : ''
}
