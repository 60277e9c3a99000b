import type { SenderKind } from '../../domain/sender/sender.ts'

/** The kinds of senders that the operator offers to organizations. */
export abstract class SenderOffers {
  abstract readonly kinds: readonly SenderKind[]
  /**
   * The sender address of mail through the deployment's own mail server; null if that server is not offered.
   */
  abstract readonly deploymentAddress: string | null
}
