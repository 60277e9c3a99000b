import { cutText, storableText } from '../../text/storable-text.ts'
import type { InboundMail } from '../message/mail-content.ts'

export type InboundFactKind =
  | 'reply'
  | 'autoReply'
  | 'hardBounce'
  | 'softBounce'
  /**
   * The kind of a reaction by which a server refused the sender or the content of a message, regardless of the
   * recipient.
   */
  | 'refusal'
  | 'complaint'
  | 'delivered'
  | 'other'

/**
 * The sent message that a reaction, such as a reply or bounce, is about: all ids and addresses of it that are
 * known.
 */
export interface AnsweredMessage {
  /**
   * The Message-IDs of the answered message and of earlier messages in its conversation, with the answered
   * message first.
   */
  readonly messageIds: readonly string[]
  /** The provider's ids of the answered message and of its conversation. */
  readonly providerId: string | null
  readonly providerThread: string | null
  /** The normalized addresses that the message may have gone to, likeliest first. */
  readonly addresses: readonly string[]
}

/** A reaction to a sent message, such as a reply or a bounce, from a mailbox or a provider's event. */
export interface InboundFact {
  readonly kind: InboundFactKind
  /**
   * Identifies the reaction, such as a reply or bounce. The key is the same however often and wherever the
   * reaction is reported, so that it counts once.
   */
  readonly key: string
  readonly at: Date
  /** The id of the mail or event that reported the reaction: its Message-ID or the provider's id. */
  readonly messageId: string | null
  readonly answers: AnsweredMessage
  /**
   * The proof that the reported reaction is genuine. `provider`: a provider reported it with a signature or a
   * secret. `authentication`: its sender passed the checks of the receiving server. Null: no proof.
   */
  readonly voucher: 'provider' | 'authentication' | null
  /**
   * The time until which the recipient does not read their mailbox; null if the fact is no automatic answer.
   */
  readonly until: Date | null
  /** Whether a person asks for no more mail, in the first lines of a reply or in its subject. */
  readonly asksToStop: boolean
  /** The status code (RFC 3463) of the server that refused the message; null if there is none. */
  readonly status: string | null
  readonly serverResponse: string | null
  /** The mail that is the reaction or reports it; absent for events of providers. */
  readonly mail?: InboundMail
}

/** The number of characters that are kept of the text of an inbound mail or of a server's answer. */
const maxWords = 300

/**
 * Returns the first 300 characters of an inbound mail's text or a server's answer as one line; null if
 * nothing is left.
 */
export function shortTextOf(text: string): string | null {
  const line = cutText(storableText(text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()), maxWords)
  return line === '' ? null : line
}

/** The kinds of reactions to a sent message that test mode can simulate. */
export const inboundKinds = ['reply', 'autoReply', 'bounce', 'complaint', 'unsubscribe'] as const
export type InboundKind = (typeof inboundKinds)[number]
