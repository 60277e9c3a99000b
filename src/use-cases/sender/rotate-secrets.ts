import { DomainError } from '../../domain/errors.ts'
import type { DatabaseState } from '../../ports/database-state.ts'
import { type SealedPlace, type SealedThings, type Sealing, sealedPlaces } from '../../ports/sealing.ts'

export interface SecretsRotated {
  readonly newestKey: string
  readonly places: readonly { readonly place: SealedPlace; readonly sealed: number }[]
  /**
   * The older keys with which secrets were still encrypted. Secrets whose key is available were encrypted
   * again with the newest key.
   */
  readonly olderKeys: readonly string[]
  readonly unreadable: number
  /** The keys with which no stored secret is encrypted, so that the operator can remove them. */
  readonly retiredKeys: readonly string[]
}

/**
 * Encrypts all stored secrets with the newest key while the service runs. An interrupted run keeps its
 * progress.
 */
export class RotateSecrets {
  readonly #sealedThings: SealedThings
  readonly #sealing: Sealing
  readonly #database: DatabaseState

  constructor(sealedThings: SealedThings, sealing: Sealing, database: DatabaseState) {
    this.#sealedThings = sealedThings
    this.#sealing = sealing
    this.#database = database
  }

  /**
   * Encrypts all stored secrets with the newest key. If `begin` is set, encryption at rest is started first.
   */
  async execute({ begin }: { readonly begin: boolean }): Promise<SecretsRotated> {
    if (!(await this.#sealing.hasBegun())) await this.#begin(begin)
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
    // Keeps the newest key out of the list of older keys, although the previous version may have used it.
    olderKeys.delete(this.#sealing.newestKey)
    const retiredKeys = noted.filter((key) => !olderKeys.has(key))
    await this.#sealedThings.forget(retiredKeys)
    return { newestKey: this.#sealing.newestKey, places, olderKeys: [...olderKeys], unreadable, retiredKeys }
  }

  async #begin(mayBegin: boolean): Promise<void> {
    if (!mayBegin)
      throw new DomainError('CONFLICT', {
        message:
          'Secrets in this database are not encrypted yet. When no process of a version before 0.3 is running, run npm run admin -- seal-secrets.',
      })
    const connections = await this.#database.formerConnections()
    if (connections > 0)
      throw new DomainError('CONFLICT', {
        message: `Processes of a version before 0.3 are connected to this database (${connections} connections). They cannot read encrypted secrets; upgrade these processes first.`,
      })
    await this.#sealedThings.begin()
  }
}
