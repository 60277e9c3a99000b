import type { SenderKind } from '../../domain/sender/sender.ts'

/** What kinds of senders the operator lets organizations have. */
export abstract class SenderOffers {
  abstract readonly kinds: readonly SenderKind[]
  /** The address that mail through the deployment's own server is from; null where that is not offered. */
  abstract readonly deploymentAddress: string | null
}
