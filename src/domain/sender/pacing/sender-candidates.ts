import type { Correspondent } from '../sender.ts'

/** The senders of the recipients of a slice, read when the slice is taken. */
export interface SliceSenders {
  /** The sender of steps that name none. */
  readonly byDefault: string | null
  /** The sender that has written to each recipient before, by record. */
  readonly own: Readonly<Record<string, string>>
  /** The sender that set the time at which each recipient is due now, by record. */
  readonly turns: Readonly<Record<string, string>>
}

/** The senders that a message may be sent by. The transaction that marks the message chooses one of them. */
export interface SenderCandidates {
  /** The sender that has written to the recipient before. While it exists, no other sender is chosen. */
  readonly own: string | null
  readonly candidates: readonly string[]
  /** Whether the message has waited for a sender before. */
  readonly hasWaited: boolean
  /** Whether the message is a reply to an earlier one to the same recipient. */
  readonly thread: boolean
}

/** An e-mail that the recipient got earlier from the same job, or from a job that it retries. */
export interface EarlierMail {
  readonly jobId: string
  readonly step: number
  /** The provider's id of the conversation. */
  readonly thread: string | null
  /** The Message-ID that the provider gave the e-mail. Null if it kept the one of the service or has not said. */
  readonly messageId: string | null
}

export interface ChosenSender {
  readonly id: string
  readonly from: Correspondent
  /** Earlier e-mails, oldest first. Empty if the message begins a conversation. */
  readonly earlier: readonly EarlierMail[]
  /** The provider's id of the conversation. */
  readonly providerThread: string | null
}
