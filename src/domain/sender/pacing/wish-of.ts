import type { PutOff } from '../../job/recipient/put-off-record.ts'
import type { EmailStep } from '../../spinner/steps/step.ts'
import type { SenderWish, SliceSenders } from './sender-wish.ts'

/**
 * Returns the senders by which an e-mail of a step may go to a recipient; null if it leaves through the deployment's own
 * server, because nobody has named a sender. A recipient whose first message was put off has got nothing from its
 * sender, so the message may go by any.
 */
export function wishOf(
  { senders: named = [], thread = false }: Pick<EmailStep, 'senders' | 'thread'>,
  recordId: string,
  known: SliceSenders | null,
  putOff: PutOff | null = null,
): SenderWish | null {
  const byDefault = known?.byDefault ?? null
  const candidates = named.length === 0 && byDefault !== null ? [byDefault] : named
  const isFree = putOff?.mayChangeSender === true && candidates.length > 0
  const own = isFree ? null : (known?.own[recordId] ?? null)
  if (own === null && candidates.length === 0) return null
  return { own, candidates, hasWaited: known?.turns[recordId] !== undefined, thread }
}
