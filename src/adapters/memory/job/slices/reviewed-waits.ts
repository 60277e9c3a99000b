import type { ReasonCode } from '../../../../domain/job/recipient/reason.ts'
import type { StoredRecipient, StoredSlice } from '../../store.ts'

/**
 * Returns a slice whose recipients that wait for some reasons are due now. If a runtime has the slice, notes the
 * reasons until its release, because the runtime stores later that a recipient waits.
 */
export function withReview(slice: StoredSlice, codes: readonly ReasonCode[], now: Date): StoredSlice {
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
  codes: readonly ReasonCode[],
  now: Date,
): ReadonlyMap<string, StoredRecipient> {
  const waitsForOne = ({ state, reason, dueAt }: StoredRecipient) =>
    state === 'waiting' && reason !== null && codes.includes(reason) && dueAt > now
  return new Map([...recipients].map(([id, one]) => [id, waitsForOne(one) ? { ...one, dueAt: now } : one]))
}
