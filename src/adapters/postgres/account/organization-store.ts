import type { Confirmation } from '../../../domain/account/confirmation.ts'
import type { Organization } from '../../../domain/account/organization.ts'
import type { Departure } from '../../../domain/cell/departure.ts'
import type { OrganizationStore } from '../../../ports/account/accounts.ts'
import { type DepartureRow, departureFrom } from '../cell/postgres-departures.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { Selected } from '../schema/columns.ts'

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
}
