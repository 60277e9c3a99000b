import type { Correspondent, Sender } from '../../sender/sender.ts'
import type { EmailStep } from '../../spinner/steps/step.ts'
import type { TemporaryRefusal } from '../recipient/temporary-refusal-record.ts'

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
}

/**
 * An e-mail that the recipient got earlier at the same address, from the same job or from a job that it
 * retries.
 */
export interface EarlierMail {
  readonly jobId: string
  readonly step: number
  /**
   * The provider's id of the conversation with the earlier e-mail; null if another sender sent that e-mail,
   * because a provider refuses the id of a conversation in another mailbox.
   */
  readonly thread: string | null
  /**
   * The Message-ID with which the earlier e-mail arrived, as far as it is known. Null if the e-mail was
   * captured and not sent.
   */
  readonly messageId: string | null
  /** The subject with which the earlier e-mail was sent; known of the latest one only, if it is still stored. */
  readonly subject: string | null
}

export interface ChosenSender {
  readonly id: string
  /** The revision (number of edits) of the sender when it was chosen for the message. */
  readonly revision: number
  readonly from: Correspondent
}

/**
 * Returns the senders that may send a step's e-mail to a recipient; null if no sender is named, so that the
 * deployment's own server sends it. The recipient keeps its sender, unless its first message was put off and
 * may change the sender.
 */
export function senderCandidatesOf(
  { senders: named = [] }: Pick<EmailStep, 'senders'>,
  recordId: string,
  known: SliceSenders | null,
  temporaryRefusal: TemporaryRefusal | null = null,
): SenderCandidates | null {
  const byDefault = known?.byDefault ?? null
  const candidates = named.length === 0 && byDefault !== null ? [byDefault] : named
  const isFree = temporaryRefusal?.mayChangeSender === true && candidates.length > 0
  const own = isFree ? null : (known?.own[recordId] ?? null)
  if (own === null && candidates.length === 0) return null
  return { own, candidates, hasWaited: known?.turns[recordId] !== undefined }
}

/**
 * Returns the sender of e-mail steps that name none: the organization's default, or the sender that the operator
 * limits, so that no message leaves by the deployment's mail server without being counted. `slice_senders` does the
 * same in SQL.
 */
export function defaultSenderOf<One extends Pick<Sender, 'isDefault' | 'maxPerDay'>>(
  senders: readonly One[],
): One | undefined {
  return senders.find(({ isDefault }) => isDefault) ?? senders.find(({ maxPerDay }) => maxPerDay !== null)
}
