import type { SenderPool } from '../../../../domain/sender/sender-pool.ts'
import type { SenderPoolStore, SenderPoolView } from '../../../../ports/sender/pacing/sender-pools.ts'
import { execute, type Statement } from '../../database.ts'
import { entity, type OpenTransaction } from '../../rows.ts'
import { fieldsOf } from '../../schema/columns.ts'

const pools = entity('sender_pools', 'id', 'organizationId', 'name', 'maxPerDay', 'createdAt', 'revision')

const pool = fieldsOf('sender_pools', 'id', 'organizationId', 'name', 'maxPerDay', 'createdAt', 'revision')

const list: Statement = {
  name: 'sender_pools_of_organization',
  text: `
    select ${pool.selected('p')}, u.used,
           array(select s.id from senders s where s.pool_id = p.id order by s.id) as "senderIds"
      from sender_pools p cross join lateral pool_use(p_pool => p.id, p_at => $2) u
     where p.organization_id = $1 order by p.id`,
}

export class PostgresSenderPoolStore implements SenderPoolStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  of(organizationId: string, at: Date): Promise<readonly SenderPoolView[]> {
    return execute<SenderPoolView>(this.#tx.connection, list, [organizationId, at])
  }

  lock(organizationId: string, id: string): Promise<SenderPool | null> {
    return pools.within(this.#tx).lock({ organizationId, id })
  }

  async add(added: SenderPool): Promise<void> {
    const { createdAt } = added
    await pools.within(this.#tx).add(added, { scheduledUntil: createdAt, priorityUntil: createdAt })
  }

  async save({ id, name, maxPerDay, revision }: SenderPool, at: Date): Promise<void> {
    const times = { scheduledUntil: at, priorityUntil: at }
    await pools.within(this.#tx).patch({ id }, { name, maxPerDay, revision, ...times })
  }

  async remove(id: string): Promise<void> {
    await pools.within(this.#tx).remove({ id })
  }
}
