/** A file that was attached to a mail. Its content is not stored. */
export interface MailAttachment {
  readonly name: string
  readonly mediaType: string
  /** The size in bytes; null if the mail was cut off within the file. */
  readonly size: number | null
}

/** The parts of an inbound mail that a thread shows. Text and HTML have at most 64 kB each. */
export interface MailContent {
  /** The author as written in the mail, such as `Ada Lovelace <ada@example.com>`; null if there is none. */
  readonly from: string | null
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly attachments: readonly MailAttachment[]
  /** Whether the mail is longer than the part of it that is read, so that its end is missing. */
  readonly isTruncated: boolean
}

/** The parts of `MailContent` that `IncomingMail` does not have itself. */
export type MailBody = Pick<MailContent, 'to' | 'html' | 'attachments' | 'isTruncated'> & {
  /** The display name of the author; empty if there is none. */
  readonly authorName: string
}

/** An inbound mail as its thread stores it, with the ids by which its provider knows it. */
export interface InboundMail {
  readonly content: MailContent
  /** The mail's own Message-ID; null if it has none. */
  readonly messageId: string | null
  readonly providerId: string | null
}
