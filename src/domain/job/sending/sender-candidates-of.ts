import type { EmailStep } from '../../spinner/steps/step.ts'
import type { PutOff } from '../recipient/put-off-record.ts'
import type { SenderCandidates, SliceSenders } from './sender-candidates.ts'

/**
 * Returns the senders that may send a step's e-mail to a recipient; null if no sender is named, so that the
 * deployment's own server sends it. The recipient keeps its sender, unless its first message was put off and
 * may change the sender.
 */
export function senderCandidatesOf(
  { senders: named = [], thread = false }: Pick<EmailStep, 'senders' | 'thread'>,
  recordId: string,
  known: SliceSenders | null,
  putOff: PutOff | null = null,
): SenderCandidates | null {
  const byDefault = known?.byDefault ?? null
  const candidates = named.length === 0 && byDefault !== null ? [byDefault] : named
  const isFree = putOff?.mayChangeSender === true && candidates.length > 0
  const own = isFree ? null : (known?.own[recordId] ?? null)
  if (own === null && candidates.length === 0) return null
  return { own, candidates, hasWaited: known?.turns[recordId] !== undefined, thread }
}
