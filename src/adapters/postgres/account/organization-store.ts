import type { Confirmation } from '../../../domain/account/confirmation.ts'
import type { Organization } from '../../../domain/account/organization.ts'
import type { OrganizationDeletion } from '../../../domain/account/organization-deletion.ts'
import type { Departure } from '../../../domain/cell/departure.ts'
import type { OrganizationStore } from '../../../ports/account/accounts.ts'
import { type DepartureRow, departureFrom } from '../cell/postgres-departures.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'

const organizations = entity(
  'organizations',
  'id',
  'name',
  'planId',
  'keepsBodies',
  'timeZone',
  'severalSessions',
  'auditsValues',
  'unsubscribesByReply',
  'secondFactorRequiredAt',
  'createdAt',
  'testOf',
)

const confirmations = entity('confirmations', 'organizationId', 'userId', 'confirmedAt')

// Locks the row that says whether the organization's owner has confirmed an e-mail address. The statement is
// prepared, because each trigger needs it if new organizations must confirm.
const lockConfirmation: Statement = {
  name: 'lock_confirmation',
  text: `select ${confirmations.selected()} from confirmations where organization_id = $1 for no key update`,
}

const findDeparture: Statement = {
  name: 'find_departure_of_organization',
  text: `
    select d.organization_id, d.state, d.cell, d.url, d.until from departures d
     where d.organization_id = $1 and d.state not in ('draining', 'reopening')`,
}

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

const departures = entity('departures', 'organizationId')

export class PostgresOrganizationStore implements OrganizationStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  add(organization: Organization): Promise<void> {
    return organizations.within(this.#tx).add({ ...organization, testOf: organization.testOf ?? null })
  }

  count(): Promise<number> {
    return organizations.within(this.#tx).count({ testOf: null })
  }

  async lock(id: string): Promise<Organization | null> {
    const row = await organizations.within(this.#tx).lock({ id })
    if (row === null) return null
    const { testOf, ...organization } = row
    return testOf === null ? organization : { ...organization, testOf }
  }

  async departureOf(id: string): Promise<Departure | null> {
    const [row] = await execute<DepartureRow>(this.#tx.connection, findDeparture, [id])
    return row === undefined ? null : departureFrom(row)
  }

  async allowsSeveralSessions(id: string): Promise<boolean> {
    const organization = await organizations.within(this.#tx).find({ id })
    return organization?.severalSessions ?? false
  }

  async auditsValues(id: string): Promise<boolean> {
    const organization = await organizations.within(this.#tx).find({ id })
    return organization?.auditsValues ?? false
  }

  async unsubscribesByReply(id: string): Promise<boolean> {
    const organization = await organizations.within(this.#tx).find({ id })
    return organization?.unsubscribesByReply ?? false
  }

  async requiresSecondFactor(id: string): Promise<boolean> {
    const organization = await organizations.within(this.#tx).find({ id })
    return (organization?.secondFactorRequiredAt ?? null) !== null
  }

  async save(organization: Organization): Promise<void> {
    const { id, createdAt: _createdAt, testOf: _testOf, ...settings } = organization
    await organizations.within(this.#tx).patch({ id }, settings)
  }

  addConfirmation(confirmation: Confirmation): Promise<void> {
    return confirmations.within(this.#tx).add(confirmation)
  }

  async lockConfirmation(organizationId: string): Promise<Confirmation | null> {
    type Row = Selected<typeof confirmations>
    const [row] = await execute<Row>(this.#tx.connection, lockConfirmation, [organizationId])
    return row ?? null
  }

  async saveConfirmation({ organizationId, ...confirmation }: Confirmation): Promise<void> {
    await confirmations.within(this.#tx).patch({ organizationId }, confirmation)
  }

  async requestDeletion(deletion: OrganizationDeletion): Promise<boolean> {
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

  async undoDeletion(organizationId: string): Promise<boolean> {
    type Row = { readonly undo_deletion: boolean }
    const [row] = await execute<Row>(this.#tx.connection, ...undoDeletion({ p_organization: organizationId }))
    return row?.undo_deletion ?? false
  }

  async beginDeletion(organizationId: string, now: Date): Promise<boolean> {
    const begun = await execute(this.#tx.connection, begin, [organizationId, now])
    if (begun.length === 0) return false
    // Deletes the row that refers to the owner who signed up, so that all users can be removed.
    await confirmations.within(this.#tx).remove({ organizationId })
    return true
  }

  async lockDeletion(organizationId: string, state: OrganizationDeletion['state']): Promise<boolean> {
    return (await departures.within(this.#tx).lock({ organizationId, state })) !== null
  }

  async forgetDeletion(organizationId: string): Promise<void> {
    await departures.within(this.#tx).remove({ organizationId, state: 'reopening' })
  }
}
