import { type Decoded, type DecodedObject, isList, isObject, isScalar, own } from './decoded.ts'
import { textDigest } from './text-digest.ts'

/**
 * Returns a digest of the structure of a body, which groups the held bodies of one sender. It consists of the
 * names of the keys on two levels, and of the values that name the event or the form. Other values, the
 * lengths of lists and nulls do not count. A level with a single key is not counted, because the key is only
 * a wrapper. All keys that are ids count as the same key.
 */
export function shapeOf(body: Decoded): string {
  // The digest needs no protection: a forged shape only puts a held body into another group of held bodies.
  return textDigest(outline(body, 2, 0))
}

/** The most keys of one object that count. Bodies with more keys are distinguished by these. */
const mostKeys = 200
const deepest = 12

function outline(value: Decoded, levels: number, depth: number): string {
  if (depth > deepest) return ''
  if (isList(value)) {
    const first = value.find((item) => !isScalar(item)) ?? null
    return `[${outline(first, levels, depth + 1)}]`
  }
  if (!isObject(value)) return ''
  const keys = Object.keys(value).slice(0, mostKeys)
  if (levels === 0) return ''
  // A contact contains a key for each property with a value, so that two contacts have different keys.
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

/** Returns whether an object contains wrapped values by their names: `{"email": {"value": …}, …}`. */
function isDictionary(value: DecodedObject, keys: readonly string[]): boolean {
  return keys.length > 1 && keys.every((key) => own(own(value, key), 'value') !== undefined)
}

const id = /^(?:\d+|[\da-f]{16,}|[\da-f]{8}-[\da-f-]{27})$/i

function keyName(key: string): string {
  return id.test(key) ? '#' : key
}

/** Keys whose value names the kind of a delivery. */
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
 * Keys whose value names the kind of a delivery only if it looks like an event. A `type` is as often the kind
 * of a customer.
 */
const maybeKindKeys = new Set(['type', 'action', 'triggerType'])
const kind = /^[\w.:-]{1,64}$/
const eventKind = /^[a-z]+(?:[._:][a-z]+)+$/i

/** Returns whether a key names the kind of event or form that a body is about. */
export function isKindKey(key: string, value: Decoded): value is string {
  if (typeof value !== 'string') return false
  return (kindKeys.has(key) && kind.test(value)) || (maybeKindKeys.has(key) && eventKind.test(value))
}

function tellsKind(key: string, value: Decoded): string {
  return isKindKey(key, value) ? `=${value}` : ''
}
