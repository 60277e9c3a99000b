import type { ReasonCode } from '../../../../domain/job/recipient/reason.ts'
import type { StoredRecipient, StoredSlice } from '../../store.ts'

/**
 * Notes the reasons of reviewed waits on a slice that a runtime has, until its release, because the runtime stores
 * later that a recipient waits. Returns the same slice if no runtime has it.
 */
export function withNotedReview(slice: StoredSlice, codes: readonly ReasonCode[]): StoredSlice {
  return slice.lease === null ? slice : { ...slice, reviewed: [...(slice.reviewed ?? []), ...codes] }
}

/** Returns a slice whose recipients that wait for some reasons are due now, with the review noted. */
export function withReview(slice: StoredSlice, codes: readonly ReasonCode[], now: Date): StoredSlice {
  const recipients = dueNow(slice, codes, now)
  const isSooner = [...recipients].some(([id, one]) => one !== slice.recipients.get(id))
  const dueAt = isSooner && slice.dueAt > now ? now : slice.dueAt
  return { ...withNotedReview(slice, codes), recipients, dueAt }
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
