import { putOffIn } from '../../../../domain/job/recipient/put-off-record.ts'
import type { StoredRecipient, StoredSlice } from '../../store.ts'

/**
 * Returns a slice whose recipients that wait for some reasons or senders are due now. If a runtime has the slice,
 * notes the reasons or senders until its release, because the runtime stores later that a recipient waits.
 */
export function withReview(slice: StoredSlice, codes: readonly string[], now: Date): StoredSlice {
  const recipients = dueNow(slice, codes, now)
  const isSooner = [...recipients].some(([id, one]) => one !== slice.recipients.get(id))
  const reviewed = slice.lease === null ? {} : { reviewed: [...(slice.reviewed ?? []), ...codes] }
  const dueAt = isSooner && slice.dueAt > now ? now : slice.dueAt
  return { ...slice, ...reviewed, recipients, dueAt }
}

/** Returns a slice at its release, in which recipients whose wait was reviewed during the lease are due. */
export function afterReview({ reviewed, ...slice }: StoredSlice, now: Date): StoredSlice {
  return reviewed === undefined ? slice : { ...slice, recipients: dueNow(slice, reviewed, now) }
}

function dueNow(
  { recipients }: Pick<StoredSlice, 'recipients'>,
  codes: readonly string[],
  now: Date,
): ReadonlyMap<string, StoredRecipient> {
  const waitsForOne = (one: StoredRecipient) =>
    one.state === 'waiting' &&
    one.dueAt > now &&
    codes.some((code) => one.reason === code || asksSender(one, code))
  return new Map([...recipients].map(([id, one]) => [id, waitsForOne(one) ? { ...one, dueAt: now } : one]))
}

/**
 * Returns whether a recipient waits for a sender: until the sender may send its next message, until a user has
 * fixed it, or until its server or provider accepts mail again.
 */
function asksSender({ evidence, reason, senderId: sentBy }: StoredRecipient, senderId: string): boolean {
  const scope = putOffIn(evidence)?.scope
  return (
    evidence?.['senderId'] === senderId ||
    (sentBy === senderId &&
      (reason === 'SENDER_NEEDS_ATTENTION' || (scope !== undefined && scope !== 'recipient')))
  )
}
