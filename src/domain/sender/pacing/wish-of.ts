import type { EmailStep } from '../../spinner/step.ts'
import type { SenderWish, SliceSenders } from './sender-wish.ts'

/**
 * By whom an e-mail of a step may go to a recipient; null where it leaves through the deployment's own server, which it
 * does where nobody has named a sender.
 */
export function wishOf(
  { senders: named = [], thread = false }: Pick<EmailStep, 'senders' | 'thread'>,
  recordId: string,
  known: SliceSenders | null,
): SenderWish | null {
  const byDefault = known?.byDefault ?? null
  const own = known?.own[recordId] ?? null
  const candidates = named.length === 0 && byDefault !== null ? [byDefault] : named
  if (own === null && candidates.length === 0) return null
  return { own, candidates, hasWaited: known?.turns[recordId] !== undefined, thread }
}
