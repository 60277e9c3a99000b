/** A message that left through a provider's API, which may have given it another Message-ID. */
export interface UnreadMessage {
  readonly id: string
  /** The signed Message-ID with which the message was handed to the provider. */
  readonly messageId: string
  /** The provider's id of the message; null if the provider returned none. */
  readonly providerId: string | null
  /** The normalized address of the recipient. */
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
   * Returns messages of a sender whose Message-ID was not read back yet. Half of the returned messages are
   * the oldest, half the newest. Old messages that the provider does not list therefore cannot keep new ones
   * from being read.
   */
  abstract due(senderId: string, most: number): Promise<readonly UnreadMessage[]>

  /**
   * Stores the ids that a provider gave messages; these messages are not due again. Ids that are already
   * known stay.
   */
  abstract keep(ids: readonly ReadMessageId[]): Promise<void>
}
