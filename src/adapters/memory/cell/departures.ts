import type { Departure, Move } from '../../../domain/cell/departure.ts'
import { Departures } from '../../../ports/cell/organization-moves.ts'
import type { MemoryStore } from '../store.ts'

/**
 * `MemoryDepartures` finds only organizations that are to be deleted, because an organization in memory cannot move to
 * another cell.
 */
export class MemoryDepartures extends Departures {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async ofCredential(digest: string): Promise<Departure | null> {
    const organizationId = this.#store.closedCredentials.get(digest)
    const deletion = organizationId === undefined ? undefined : this.#store.deletions.get(organizationId)
    if (deletion === undefined || deletion.state === 'reopening') return null
    const { deletesAt } = deletion
    return { kind: 'deletion', organizationId: deletion.organizationId, deletesAt }
  }

  override async moveOf(): Promise<Move | null> {
    return null
  }
}
