import { type Decoded, type DecodedObject, isList, isObject, isScalar, own } from './decoded.ts'
import { textDigest } from './text-digest.ts'

/**
 * A digest of how a body is built, so that the held bodies of one sender lie together. It is made of the names of the
 * keys that two levels hold, and of what says which event or form it is. Values do not count otherwise, nor how many
 * items a list has, nor what is null; a key alone at its level is only a wrapper; keys that are ids are one key.
 */
export function shapeOf(body: Decoded): string {
  // A forged shape only puts a held body among other held bodies.
  return textDigest(outline(body, 2, 0))
}

/** Of so many keys in one object; who sends more is told apart by these. */
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
  // A contact holds a key of each property that somebody filled in; the next one holds others.
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

/** Values that are wrapped, each under its name: `{"email": {"value": …}, …}`. */
function isDictionary(value: DecodedObject, keys: readonly string[]): boolean {
  return keys.length > 1 && keys.every((key) => own(own(value, key), 'value') !== undefined)
}

const id = /^(?:\d+|[\da-f]{16,}|[\da-f]{8}-[\da-f-]{27})$/i

function keyName(key: string): string {
  return id.test(key) ? '#' : key
}

/** Keys whose value says what kind of thing a delivery is. */
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
/** The same where the value has the form of an event: `type` is as often what kind of customer somebody is. */
const maybeKindKeys = new Set(['type', 'action', 'triggerType'])
const kind = /^[\w.:-]{1,64}$/
const eventKind = /^[a-z]+(?:[._:][a-z]+)+$/i

/** Whether a key says of which kind of event or form a body is. */
export function isKindKey(key: string, value: Decoded): value is string {
  if (typeof value !== 'string') return false
  return (kindKeys.has(key) && kind.test(value)) || (maybeKindKeys.has(key) && eventKind.test(value))
}

function tellsKind(key: string, value: Decoded): string {
  return isKindKey(key, value) ? `=${value}` : ''
}
