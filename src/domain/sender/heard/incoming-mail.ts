/** A mail as it was read: its headers, and as much of its text as is looked at. */
export interface IncomingMail {
  /** By name in lower case, decoded. */
  readonly headers: ReadonlyMap<string, string>
  /** The headers `Received`, `Authentication-Results` and `From`, the topmost first. */
  readonly trace: readonly { readonly name: string; readonly value: string }[]
  /** The address alone. */
  readonly from: string | null
  readonly subject: string
  readonly text: string
  /** What a report holds beside its words, by type: `message/delivery-status`, `text/rfc822-headers` … */
  readonly parts: readonly { readonly type: string; readonly text: string }[]
  readonly receivedAt: Date
  /** What the provider calls it, and its conversation. */
  readonly providerId: string | null
  readonly providerThread: string | null
}

/** Nobody writes more, and a forged header could have thousands. */
const mostIds = 50

/** The Message-IDs that a header names. */
export function idsIn(header: string | undefined): readonly string[] {
  return (header?.slice(0, 20_000).match(/<[^<>\s\p{Cc}]{3,500}>/gu) ?? []).slice(-mostIds)
}
