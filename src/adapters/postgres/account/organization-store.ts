import type { Confirmation } from '../../../domain/account/confirmation.ts'
import type { Organization } from '../../../domain/account/organization.ts'
import type { OrganizationStore } from '../../../ports/account/organizations.ts'
import { execute, type Statement } from '../database.ts'
import { countWithin, type OpenTransaction, pick, Row, within } from '../rows.ts'

const kept = [
  'id',
  'name',
  'planId',
  'keepsBodies',
  'timeZone',
  'severalSessions',
  'createdAt',
  'testOf',
] as const

class OrganizationRow extends Row {
  static override tableName = 'organizations'
  declare id: string
  declare name: string
  declare planId: string
  declare keepsBodies: boolean
  declare timeZone: string
  declare severalSessions: boolean
  declare createdAt: Date
  declare testOf: string | null
}

const readSeveralSessions: Statement = {
  name: 'organization_allows_several_sessions',
  text: 'select several_sessions as allowed from organizations where id = $1',
}

const addConfirmation: Statement = {
  name: 'add_confirmation',
  text: 'insert into confirmations (organization_id, user_id, confirmed_at, messages) values ($1, $2, $3, $4)',
}

const lockConfirmation: Statement = {
  name: 'lock_confirmation',
  text: `
    select organization_id as "organizationId", user_id as "userId", confirmed_at as "confirmedAt", messages
      from confirmations where organization_id = $1 for no key update`,
}

const saveConfirmation: Statement = {
  name: 'save_confirmation',
  text: 'update confirmations set confirmed_at = $2, messages = $3 where organization_id = $1',
}

export class PostgresOrganizationStore implements OrganizationStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add(organization: Organization): Promise<void> {
    await within(this.#tx, OrganizationRow).insert({ ...organization })
  }

  count(): Promise<number> {
    return countWithin(within(this.#tx, OrganizationRow).whereNull('test_of'))
  }

  async lock(id: string): Promise<Organization | null> {
    const row = await within(this.#tx, OrganizationRow).findById(id).forNoKeyUpdate()
    if (row === undefined) return null
    const { testOf, ...organization } = pick(row, kept)
    return testOf === null ? organization : { ...organization, testOf }
  }

  async allowsSeveralSessions(id: string): Promise<boolean> {
    const [row] = await execute<{ allowed: boolean }>(this.#tx.connection, readSeveralSessions, [id])
    return row?.allowed ?? false
  }

  async save(organization: Organization): Promise<void> {
    const { id, name, planId, keepsBodies, timeZone, severalSessions } = organization
    const row = { name, planId, keepsBodies, timeZone, severalSessions }
    await within(this.#tx, OrganizationRow).findById(id).patch(row)
  }

  async addConfirmation({ organizationId, userId, confirmedAt, messages }: Confirmation): Promise<void> {
    await execute(this.#tx.connection, addConfirmation, [organizationId, userId, confirmedAt, messages])
  }

  async lockConfirmation(organizationId: string): Promise<Confirmation | null> {
    const [confirmation] = await execute<Confirmation>(this.#tx.connection, lockConfirmation, [
      organizationId,
    ])
    return confirmation ?? null
  }

  async saveConfirmation({ organizationId, confirmedAt, messages }: Confirmation): Promise<void> {
    await execute(this.#tx.connection, saveConfirmation, [organizationId, confirmedAt, messages])
  }
}
