import type { SenderKind } from './sender.ts'

/** The kinds of senders that the operator offers to organizations. */
export class SenderOffers {
  readonly kinds: readonly SenderKind[]
  /**
   * The From address of mail that is sent through the deployment's own mail server; null if organizations may
   * not use that server.
   */
  readonly deploymentAddress: string | null

  constructor(kinds: readonly SenderKind[], deploymentAddress: string | null) {
    this.kinds = kinds
    this.deploymentAddress = deploymentAddress
  }
}
