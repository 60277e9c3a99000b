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
}
