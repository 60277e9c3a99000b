import { type SealedBatch, SealedThings } from '../../../ports/sealing.ts'

/** `MemorySealedThings` encrypts nothing, because nothing in memory outlives the process. */
export class MemorySealedThings extends SealedThings {
  override async faultOfKeys(): Promise<string | null> {
    return null
  }

  override async sealNext(): Promise<SealedBatch> {
    return { sealed: 0, olderKeys: [], unreadable: 0, next: null }
  }

  override async olderKeys(): Promise<readonly string[]> {
    return []
  }

  override async forget(): Promise<void> {}
}
