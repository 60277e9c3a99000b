import type { SenderPause } from '../../../domain/sender/pacing/breaker.ts'

/** A pause of a sender that was not yet reported to the organization's owners. */
export interface UnreportedPause extends SenderPause {
  readonly spinnerName: string
  /** The e-mail addresses of the organization's owners. */
  readonly owners: readonly string[]
}

export abstract class SenderPauses {
  /**
   * Returns the pauses of senders that were not yet reported to owners. Each pause is returned once, to the
   * first caller.
   */
  abstract takeUntold(at: Date): Promise<readonly UnreportedPause[]>
}
