import { cutText, storableText } from '../../storable-text.ts'

export type HeardKind =
  | 'reply'
  | 'autoReply'
  | 'hardBounce'
  | 'softBounce'
  /** The sender or the content of a message was refused, whoever the recipient is. */
  | 'refusal'
  | 'complaint'
  | 'delivered'
  | 'other'

/** What a fact is about: the message that it answers, by whatever is said of it. */
export interface Answered {
  /** Message-IDs, the nearest first. */
  readonly messageIds: readonly string[]
  /** What the provider calls the message and its conversation. */
  readonly providerId: string | null
  readonly providerThread: string | null
  /** Who was written to, normalized; the likeliest first. */
  readonly addresses: readonly string[]
}

/** One thing that came back of what was sent, wherever it was heard. */
export interface Heard {
  readonly kind: HeardKind
  /** The same wherever and however often it is heard. */
  readonly key: string
  readonly at: Date
  /** The message that said so, as its provider or its Message-ID calls it. */
  readonly messageId: string | null
  readonly answers: Answered
  /**
   * The voucher for the fact beside the ids in it: a provider that told it by a signature or a secret; the checks of the
   * server that took the mail, which its sender passed; nothing.
   */
  readonly voucher: 'provider' | 'authentication' | null
  /** Of an automatic answer: until when nobody reads the mailbox. */
  readonly until: Date | null
  /** Of whoever refused the message. */
  readonly status: string | null
  readonly words: string | null
}

/** Longer words say no more. */
const mostWords = 300

/** One line of what somebody else wrote. */
export function wordsOf(text: string): string | null {
  const line = cutText(storableText(text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()), mostWords)
  return line === '' ? null : line
}
