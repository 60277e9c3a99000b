import type { MailBody } from '../message/mail-content.ts'

/** A mail that was read from a mailbox: its headers, and the beginning of its text. */
export interface IncomingMail {
  /** The decoded headers of the mail by name in lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** The headers `Received`, `Authentication-Results` and `From` of the mail, topmost first. */
  readonly trace: readonly { readonly name: string; readonly value: string }[]
  /** The address in the mail's From, without the display name. */
  readonly from: string | null
  readonly subject: string
  readonly text: string
  /**
   * The other parts of a delivery report by type, such as `message/delivery-status` or `text/rfc822-headers`. A
   * nested part belongs to the report of another server that a gateway has wrapped.
   */
  readonly reportParts: readonly {
    readonly type: string
    readonly text: string
    readonly isNested: boolean
  }[]
  readonly receivedAt: Date
  /** The mailbox provider's ids of the mail and of its conversation. */
  readonly providerId: string | null
  readonly providerThread: string | null
  /** The parts of the mail that only its thread shows; absent if it has none of them. */
  readonly body?: MailBody
  /** The reason why the provider did not hand over the mail, which is then empty; absent if it did. */
  readonly fault?: MailFault
}

/** The reason why a provider did not hand over a mail, with the words of the provider. */
export interface MailFault {
  readonly code: 'REFUSED' | 'UNREACHABLE'
  readonly serverResponse: string
}

/**
 * The highest number of Message-IDs that are read of one header. Real mail has fewer; a forged header could
 * have thousands.
 */
const maxIds = 50

/** Returns the Message-IDs in a header of a mail, at most the last 50. */
export function messageIdsIn(header: string | undefined): readonly string[] {
  return (header?.slice(0, 20_000).match(/<[^<>\s\p{Cc}]{3,500}>/gu) ?? []).slice(-maxIds)
}
