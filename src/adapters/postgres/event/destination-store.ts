import type { Destination } from '../../../domain/event/destination/destination.ts'
import type { SigningSecrets } from '../../../domain/signing-secrets.ts'
import type { DestinationStore, Replay } from '../../../ports/event/destinations.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import { destinationRow, destinations, readDestination, replays, retries } from './destination-rows.ts'

// Makes a destination due before every other one, whatever clock the caller has.
const makeDue: Statement = {
  name: 'make_destination_due',
  text: `update destinations set due_at = '-infinity' where id = $1`,
}

const streams = entity('event_streams', 'lastNumber')

const secrets = entity('destinations', 'ciphertext', 'previousCiphertext', 'rotatedAt')

export class PostgresDestinationStore implements DestinationStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async of(organizationId: string): Promise<readonly Destination[]> {
    const rows = await destinations.within(this.#tx).list({ organizationId }, 'id')
    return rows.map(readDestination)
  }

  async lock(organizationId: string, id: string): Promise<(Destination & SigningSecrets) | null> {
    const row = await destinations.within(this.#tx).lock({ organizationId, id })
    return row && readDestination(row)
  }

  async add(destination: Destination, added: SigningSecrets): Promise<void> {
    await destinations.within(this.#tx).add(destinationRow({ ...destination, ...added }))
    // Makes the new destination due, because events may have got numbers since its position was read.
    await execute(this.#tx.connection, makeDue, [destination.id])
  }

  async save({ id, ...destination }: Destination): Promise<void> {
    const { url, types, projectId, spinnerId, includeAddresses, batch } = destination
    const { urlChangedAt } = destination
    const { state, disabledReason, disabledAt, failures, failingSince, restsUntil, revision } = destination
    const position = String(destination.position)
    const settings = { url, urlChangedAt, types, projectId, spinnerId, includeAddresses, batch }
    const progress = { state, disabledReason, disabledAt, failures, failingSince, restsUntil, position }
    // A disabled destination that is changed is not reported again.
    const report = state === 'disabled' ? {} : { adminsNotifiedAt: null }
    await destinations.within(this.#tx).patch({ id }, { ...settings, ...progress, revision, ...report })
    await execute(this.#tx.connection, makeDue, [id])
  }

  async saveSecrets(id: string, changed: SigningSecrets): Promise<void> {
    const { ciphertext, previousCiphertext, rotatedAt } = changed
    await secrets.within(this.#tx).patch({ id }, { ciphertext, previousCiphertext, rotatedAt })
  }

  async remove(id: string): Promise<void> {
    await destinations.within(this.#tx).remove({ id })
  }

  async addReplay({ id, organizationId, destinationId, position, until }: Replay): Promise<void> {
    await replays
      .within(this.#tx)
      .add({ id, organizationId, destinationId, position: String(position), until: String(until) })
  }

  replaysOf(destinationId: string): Promise<number> {
    return replays.within(this.#tx).count({ destinationId })
  }

  async dropWaiting(destinationId: string): Promise<void> {
    await retries.within(this.#tx).remove({ destinationId })
    await replays.within(this.#tx).remove({ destinationId })
  }

  async lastNumber(organizationId: string): Promise<number> {
    return Number((await streams.within(this.#tx).find({ organizationId }))?.lastNumber ?? 0)
  }
}
