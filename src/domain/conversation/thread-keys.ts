/** A message of a job by which a mail finds its thread. */
export interface SentPlace {
  readonly jobId: string
  readonly recordId: string
  readonly step: number
}

/** The facts of a mail from which its thread is found. */
export interface ThreadReferences {
  /** The Message-ID of the mail and those that its `In-Reply-To` and `References` contain. */
  readonly messageIds: readonly string[]
  /** The messages of jobs that the mail is proven to be about by an id or by the conversation of the provider. */
  readonly places: readonly SentPlace[]
  /** The provider's conversation of the mail and the sender whose mailbox it is in; null if there is none. */
  readonly conversation: { readonly senderId: string; readonly id: string } | null
}

/**
 * Returns the texts whose digests find the thread of a mail. Two mails that share a key are in one thread. Addresses,
 * `Reply-To` and subjects are never keys: they are equal in mails that have nothing to do with each other.
 */
export function threadKeysOf({ messageIds, places, conversation }: ThreadReferences): readonly string[] {
  const keys = [
    ...messageIds.map((id) => `id ${id}`),
    ...places.map(({ jobId, recordId, step }) => `sent ${jobId} ${recordId} ${step}`),
    ...(conversation === null ? [] : [`conversation ${conversation.senderId} ${conversation.id}`]),
  ]
  return [...new Set(keys)]
}
