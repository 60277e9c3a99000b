/** A message that left through a provider's API, which may have given it another Message-ID. */
export interface UnreadMessage {
  readonly id: string
  /** The signed Message-ID under which it was handed in. */
  readonly messageId: string
  /** The provider's name for the message; null if the provider returned none. */
  readonly providerId: string | null
  /** The address of the recipient, normalized. */
  readonly address: string
  readonly createdAt: Date
}

/** The ids that a provider gave a message that it sent. */
export interface ReadMessageId {
  readonly id: string
  /** The Message-ID that the recipient sees; null if the provider does not know the message. */
  readonly providerMessageId: string | null
  readonly providerId: string | null
  readonly providerThread: string | null
}

/** The Message-IDs that providers gave messages. They are read back from the provider after the message was logged. */
export abstract class ProviderMessageIds {
  /**
   * Returns messages of a sender whose Message-ID was not read back yet: the oldest, and for half of the places the newest.
   * Old messages that the provider does not list cannot keep the ids of new ones from being read.
   */
  abstract due(senderId: string, most: number): Promise<readonly UnreadMessage[]>

  /** Keeps what a provider said; the messages are not due again. Ids that are known already stay. */
  abstract keep(ids: readonly ReadMessageId[]): Promise<void>
}
