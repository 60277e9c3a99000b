import { type Decoded, isBlank, isList, isScalar, own } from '../mapping/decoded.ts'
import { isKindKey } from '../mapping/format.ts'
import { type Concept, conceptOf, wordsOfName } from './names.ts'
import { kindOfAll } from './value-kind.ts'

/**
 * The advice for a source whose bodies contain only ids: post from a webhook that also sends the lead's
 * values.
 */
export const idsOnlyMessage =
  'These bodies hold only ids and no data of a lead. Use a delivery of the source that holds the values: ' +
  "a webhook of a workflow instead of an app, or a connector's trigger for new leads"

/**
 * The number of values up to which a body may count as containing only ids. Sources that only report events
 * send small bodies.
 */
const maxValues = 200
const itemsLookedAt = 3
const deepest = 8

const personal = new Set<Concept | null>([
  'email',
  'phone',
  'name',
  'firstName',
  'lastName',
  'company',
  'message',
])
/**
 * Words in keys that say which event happened to which kind of object. Their values are no data of a lead.
 */
const eventWords = new Set(
  'type event action object change subscription attempt property trigger source flag field topic version'.split(
    ' ',
  ),
)

/**
 * Returns whether a body only reports an event by ids and contains no lead, as app webhooks of HubSpot, Attio
 * and Meta Lead Ads do.
 */
export function holdsOnlyIds(body: Decoded): boolean {
  const counts = { ids: 0, values: 0, seen: 0 }
  return look('', body, counts, 0) && counts.ids > counts.values
}

/**
 * Counts the ids and the other values in a part of a body. Returns false if the part has personal data, too
 * many values or too many levels; then the body is more than a report of an event by ids.
 */
function look(
  key: string,
  value: Decoded,
  counts: { ids: number; values: number; seen: number },
  depth: number,
): boolean {
  if (depth > deepest) return false
  if (isList(value)) return value.slice(0, itemsLookedAt).every((item) => look(key, item, counts, depth + 1))
  if (!isScalar(value))
    return Object.keys(value).every((name) => look(name, own(value, name) ?? null, counts, depth + 1))
  if (++counts.seen > maxValues) return false
  const words = wordsOfName(key)
  if (personal.has(conceptOf(words))) return isBlank(value)
  const kind = kindOfAll([value])
  if (kind === 'email' || kind === 'phone') return false
  if (kind === 'id' || /ids?$/i.test(key.trim())) counts.ids++
  else if (kind === 'text' || kind === 'number' || kind === 'url') {
    if (!isKindKey(key, value) && !words.some((word) => eventWords.has(word))) counts.values++
  }
  return true
}
