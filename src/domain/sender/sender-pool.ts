/**
 * A limit on the messages that several senders send together, such as the senders of one Microsoft tenant. A sender has
 * one pool at most.
 */
export interface SenderPool {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  /** The highest number of messages that the senders of the pool send together in any 24 hours. */
  readonly maxPerDay: number
  readonly revision: number
  readonly createdAt: Date
}

export const maxSenderPools = 50
