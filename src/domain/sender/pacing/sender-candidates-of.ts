import type { PutOff } from '../../job/recipient/put-off-record.ts'
import type { EmailStep } from '../../spinner/steps/step.ts'
import type { SenderCandidates, SliceSenders } from './sender-candidates.ts'

/**
 * Returns the senders by which a step's e-mail may go to a recipient. Returns null if the e-mail leaves by
 * the deployment's own server, because no sender is named. If the recipient's first message was put off, the
 * recipient has got nothing yet. Then any of the senders may send it.
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
