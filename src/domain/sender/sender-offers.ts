import type { SenderKind } from './sender.ts'

/** The kinds of senders that the operator offers to organizations. */
export class SenderOffers {
  readonly kinds: readonly SenderKind[]
  /**
   * The sender address of mail through the deployment's own mail server; null if that server is not offered.
   */
  readonly deploymentAddress: string | null

  constructor(kinds: readonly SenderKind[], deploymentAddress: string | null) {
    this.kinds = kinds
    this.deploymentAddress = deploymentAddress
  }
}
