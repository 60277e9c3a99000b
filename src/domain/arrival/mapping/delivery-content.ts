import { textDigest } from '../../text/text-digest.ts'
import { type Decoded, isList, isObject } from './decoded.ts'

/**
 * Keys whose values a source changes when it repeats a delivery: counters and sending times. They are in
 * lower case and without punctuation.
 */
const retryKeys = new Set([
  'attempt',
  'attempts',
  'attemptcount',
  'attemptno',
  'attemptnumber',
  'deliveredat',
  'deliveryattempt',
  'deliveryattempts',
  'deliverycount',
  'isretry',
  'lastattemptat',
  'pendingwebhooks',
  'redelivered',
  'redelivery',
  'redeliverycount',
  'retried',
  'retriedat',
  'retries',
  'retry',
  'retryattempt',
  'retrycount',
  'retrynum',
  'retrynumber',
  'sendtime',
  'sentat',
  'senttime',
  'senttimestamp',
  'timestamp',
  'timestampmicro',
])

/**
 * The number of levels of a record on which keys such as counters and sending times are ignored: the record
 * itself and its objects, such as `meta`. Values at deeper levels belong to the lead.
 */
const retryLevels = 2

/**
 * Returns a digest of a record that ignores counters and sending times, so that it is the same for a delivery
 * and its repeats.
 */
export function contentOfForeign(record: Decoded): string {
  return textDigest(canonical(record, retryLevels))
}

/**
 * Returns a digest of a record in a body of the form `{"records": […]}`. Each of its keys is a column of the
 * table, so every value counts.
 */
export function contentOfOwn(record: Decoded): string {
  return textDigest(canonical(record, 0))
}

function canonical(value: Decoded, levels: number): string {
  if (isList(value)) return `[${value.map((item) => canonical(item, levels)).join()}]`
  if (!isObject(value)) return JSON.stringify(value)
  const parts = Object.entries(value)
    .filter(([key]) => levels === 0 || !retryKeys.has(key.toLowerCase().replaceAll(/[^a-z]/g, '')))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner, Math.max(levels - 1, 0))}`)
  return `{${parts.toSorted().join()}}`
}
