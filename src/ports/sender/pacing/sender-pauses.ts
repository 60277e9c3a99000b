import type { SenderPause } from '../../../domain/sender/pacing/breaker.ts'

/** A pause of which the organization's owners have not been told. */
export interface UnreportedPause extends SenderPause {
  readonly spinnerName: string
  /** The e-mail addresses of the organization's owners. */
  readonly owners: readonly string[]
}

export abstract class SenderPauses {
  /** Returns the pauses not yet reported. Each pause is returned once, to the first caller. */
  abstract takeUntold(at: Date): Promise<readonly UnreportedPause[]>
}
