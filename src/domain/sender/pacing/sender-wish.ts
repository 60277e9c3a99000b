import type { Correspondent } from '../sender.ts'

/** What is known of senders when a slice is taken, in an organization that has any. */
export interface SliceSenders {
  /** By whom steps go that name no sender. */
  readonly byDefault: string | null
  /** By record: the sender that has written to the recipient, */
  readonly own: Readonly<Record<string, string>>
  /** and the one that gave it the time which has come. */
  readonly turns: Readonly<Record<string, string>>
}

/** By whom a message may go; which of them it is, is chosen where it is marked. */
export interface SenderWish {
  /** The one that has written to the recipient: it alone, as long as there is such a sender. */
  readonly own: string | null
  readonly candidates: readonly string[]
  /** A sender had given it a time before. */
  readonly hasWaited: boolean
  /** Whether it answers what its recipient got before. */
  readonly thread: boolean
}

/** An e-mail of the same way that the recipient got before. */
export interface EarlierMail {
  readonly jobId: string
  readonly step: number
  /** What the provider calls the conversation. */
  readonly thread: string | null
  /** The Message-ID that the provider gave the mail; null if it has ours, as far as is known. */
  readonly messageId: string | null
}

export interface ChosenSender {
  readonly id: string
  readonly from: Correspondent
  /** The first first; none where the message is to begin a conversation. */
  readonly earlier: readonly EarlierMail[]
  /** What the provider calls the conversation. */
  readonly providerThread: string | null
}
