import type { SenderPause } from '../../../domain/sender/pacing/breaker.ts'

/** A pause that nobody has been told of. */
export interface UntoldPause extends SenderPause {
  readonly spinnerName: string
  /** The addresses of the organization's owners. */
  readonly owners: readonly string[]
}

export abstract class SenderPauses {
  /** Each is answered once, to whoever asks first. */
  abstract takeUntold(at: Date): Promise<readonly UntoldPause[]>
}
