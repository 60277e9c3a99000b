import { cutText, storableText } from '../../storable-text.ts'

export type InboundFactKind =
  | 'reply'
  | 'autoReply'
  | 'hardBounce'
  | 'softBounce'
  /** The server refused the sender or the content of a message, whoever the recipient is. */
  | 'refusal'
  | 'complaint'
  | 'delivered'
  | 'other'

/** Identifies the message that a fact is about, by all ids and addresses that are known. */
export interface AnsweredMessage {
  /** The Message-IDs; the id of the answered message comes first. */
  readonly messageIds: readonly string[]
  /** The provider's ids of the message and of its conversation. */
  readonly providerId: string | null
  readonly providerThread: string | null
  /** The normalized addresses that the message may have gone to, likeliest first. */
  readonly addresses: readonly string[]
}

/** A reaction to a sent message, such as a reply or a bounce, from a mailbox or a provider's event. */
export interface InboundFact {
  readonly kind: InboundFactKind
  /** Identifies the fact. The key is the same however often and wherever the fact arrives. */
  readonly key: string
  readonly at: Date
  /** The mail or event that reported the fact: its Message-ID or the provider's id. */
  readonly messageId: string | null
  readonly answers: AnsweredMessage
  /**
   * The proof of the fact beside the ids in it. `provider`: a provider reported it with a signature or a
   * secret. `authentication`: its sender passed the checks of the server that took the mail. Null: no proof.
   */
  readonly voucher: 'provider' | 'authentication' | null
  /** The time until which nobody reads the mailbox; null if the fact is not an automatic answer. */
  readonly until: Date | null
  /** The status of the server that refused the message; null if there is none. */
  readonly status: string | null
  readonly words: string | null
}

/** The number of characters that are kept of the words. */
const mostWords = 300

/** Returns the first characters of a text as one line; null if nothing is left. */
export function wordsOf(text: string): string | null {
  const line = cutText(storableText(text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()), mostWords)
  return line === '' ? null : line
}
