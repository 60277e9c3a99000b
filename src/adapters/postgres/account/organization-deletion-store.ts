import type { OrganizationDeletion } from '../../../domain/account/organization-deletion.ts'
import type { OrganizationDeletionStore } from '../../../ports/account/organization-deletions.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import { sqlFunction } from '../sql-function.ts'

const requestDeletion = sqlFunction('request_deletion', 'p_organization', 'p_at', 'p_actor', 'p_until')
const undoDeletion = sqlFunction('undo_deletion', 'p_organization')

const begin: Statement = {
  name: 'begin_deletion',
  text: `
    update departures d set state = 'deleting'
     where d.organization_id = $1 and d.state = 'grace' and d.until <= $2
       and not exists (select from organizations o where o.id = d.organization_id and o.test_of is not null)
    returning d.organization_id`,
}

const confirmations = entity('confirmations', 'organizationId')
const departures = entity('departures', 'organizationId')

export class PostgresOrganizationDeletionStore implements OrganizationDeletionStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async request(deletion: OrganizationDeletion): Promise<boolean> {
    const { organizationId, requestedAt, requestedBy, deletesAt } = deletion
    const call = requestDeletion({
      p_organization: organizationId,
      p_at: requestedAt,
      p_actor: requestedBy,
      p_until: deletesAt,
    })
    type Row = { readonly request_deletion: boolean }
    const [row] = await execute<Row>(this.#tx.connection, ...call)
    return row?.request_deletion ?? false
  }

  async undo(organizationId: string): Promise<boolean> {
    type Row = { readonly undo_deletion: boolean }
    const [row] = await execute<Row>(this.#tx.connection, ...undoDeletion({ p_organization: organizationId }))
    return row?.undo_deletion ?? false
  }

  async begin(organizationId: string, now: Date): Promise<boolean> {
    const begun = await execute(this.#tx.connection, begin, [organizationId, now])
    if (begun.length === 0) return false
    // Deletes the row that refers to the owner who signed up, so that all users can be removed.
    await confirmations.within(this.#tx).remove({ organizationId })
    return true
  }

  async lock(organizationId: string, state: OrganizationDeletion['state']): Promise<boolean> {
    return (await departures.within(this.#tx).lock({ organizationId, state })) !== null
  }

  async forget(organizationId: string): Promise<void> {
    await departures.within(this.#tx).remove({ organizationId, state: 'reopening' })
  }
}
