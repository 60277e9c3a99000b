import { noSenderLimits } from './pacing/limits.ts'
import type { Sender, SenderKind } from './sender.ts'

/** The kinds of senders that the operator offers to organizations. */
export class SenderOffers {
  readonly kinds: readonly SenderKind[]
  /**
   * The From address of mail that is sent through the deployment's own mail server; null if organizations may
   * not use that server.
   */
  readonly deploymentAddress: string | null
  /** The mail server to which the deployment signs in with a password; null or absent if there is none. */
  readonly deploymentHost?: string | null
  /** The name before that address in the From line. */
  readonly deploymentName: string

  constructor(
    kinds: readonly SenderKind[],
    deploymentAddress: string | null,
    deploymentHost: string | null,
    deploymentName: string,
  ) {
    this.kinds = kinds
    this.deploymentAddress = deploymentAddress
    this.deploymentHost = deploymentHost
    this.deploymentName = deploymentName
  }
}

/** Returns a sender on the mail server of the deployment that has no limits of its own. */
export function deploymentSender(
  id: string,
  organizationId: string,
  { name, email, maxPerDay }: Pick<Sender, 'name' | 'email' | 'maxPerDay'>,
  createdAt: Date,
): Sender {
  return {
    ...noSenderLimits,
    id,
    organizationId,
    kind: 'deployment',
    name,
    email,
    replyTo: null,
    signature: null,
    signatureHtml: null,
    status: 'connected',
    fault: null,
    settings: {},
    isDefault: false,
    rampFrom: null,
    maxPerDay,
    poolId: null,
    revision: 1,
    createdAt,
  }
}
