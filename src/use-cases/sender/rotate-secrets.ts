import { type SealedPlace, type SealedThings, type Sealing, sealedPlaces } from '../../ports/sealing.ts'

export interface SecretsRotated {
  readonly newestKey: string
  readonly places: readonly { readonly place: SealedPlace; readonly sealed: number }[]
  /**
   * The older keys with which secrets were still encrypted before this run. The run has encrypted them with
   * the newest key, except where a key is missing.
   */
  readonly olderKeys: readonly string[]
  readonly unreadable: number
  /**
   * The older keys that no longer encrypt any stored secret, so the operator can remove them.
   */
  readonly retiredKeys: readonly string[]
}

/**
 * Encrypts all stored secrets with the newest key while the service runs. An interrupted run keeps its
 * progress.
 */
export class RotateSecrets {
  readonly #sealedThings: SealedThings
  readonly #sealing: Sealing

  constructor(sealedThings: SealedThings, sealing: Sealing) {
    this.#sealedThings = sealedThings
    this.#sealing = sealing
  }

  async execute(): Promise<SecretsRotated> {
    const noted = await this.#sealedThings.olderKeys()
    const places: { place: SealedPlace; sealed: number }[] = []
    const olderKeys = new Set<string>()
    let unreadable = 0
    for (const place of sealedPlaces) {
      let sealed = 0
      for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
        const batch = await this.#sealedThings.sealNext(place, after)
        for (const key of batch.olderKeys) olderKeys.add(key)
        sealed += batch.sealed
        unreadable += batch.unreadable
        after = batch.next
      }
      places.push({ place, sealed })
    }
    const retiredKeys = noted.filter((key) => !olderKeys.has(key))
    await this.#sealedThings.forget(retiredKeys)
    return { newestKey: this.#sealing.newestKey, places, olderKeys: [...olderKeys], unreadable, retiredKeys }
  }
}
