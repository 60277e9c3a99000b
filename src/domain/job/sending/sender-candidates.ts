import type { Correspondent } from '../../sender/sender.ts'
import type { EmailStep } from '../../spinner/steps/step.ts'
import type { PutOff } from '../recipient/put-off-record.ts'

/**
 * The senders that the recipients of a slice (part of a job) use or wait for. A runtime reads them when it
 * takes the slice.
 */
export interface SliceSenders {
  /** The default sender, which is used by steps that name no sender; null if there is none. */
  readonly byDefault: string | null
  /** The sender that has written to each recipient before, by record id, if the sender still exists. */
  readonly own: Readonly<Record<string, string>>
  /**
   * The sender that each waiting recipient waits for, by record id. The limits or the state of that sender
   * made the recipient wait.
   */
  readonly turns: Readonly<Record<string, string>>
}

/**
 * The senders that may send a message. The transaction that marks the message as being sent chooses one of
 * them.
 */
export interface SenderCandidates {
  /** The sender that has written to the recipient before. While it exists, no other sender is chosen. */
  readonly own: string | null
  readonly candidates: readonly string[]
  /** Whether the message has waited for a sender before, so that it goes before new messages. */
  readonly hasWaited: boolean
  /** Whether the e-mail continues the conversation of an earlier e-mail to the same recipient, as a reply. */
  readonly thread: boolean
}

/** An e-mail that the recipient got earlier from the same job, or from a job that it retries. */
export interface EarlierMail {
  readonly jobId: string
  readonly step: number
  /** The provider's id of the conversation with the earlier e-mail. */
  readonly thread: string | null
  /**
   * The Message-ID that the provider gave the earlier e-mail. Null if the provider kept the id of this
   * service or has not returned it.
   */
  readonly messageId: string | null
}

export interface ChosenSender {
  readonly id: string
  /** The revision (number of edits) of the sender when it was chosen for the message. */
  readonly revision: number
  readonly from: Correspondent
  /** Earlier e-mails to the recipient, oldest first. Empty if the message begins a conversation. */
  readonly earlier: readonly EarlierMail[]
  /** The provider's id of the conversation that the message continues. */
  readonly providerThread: string | null
}

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
