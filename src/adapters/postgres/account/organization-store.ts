import type { Organization } from '../../../domain/account/organization.ts'
import type { OrganizationStore } from '../../../ports/account/stores/organization-store.ts'
import { countWithin, type OpenTransaction, pick, Row, within } from '../rows.ts'

const kept = ['id', 'name', 'planId', 'keepsBodies', 'timeZone', 'createdAt'] as const

class OrganizationRow extends Row {
  static override tableName = 'organizations'
  declare id: string
  declare name: string
  declare planId: string
  declare keepsBodies: boolean
  declare timeZone: string
  declare createdAt: Date
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
    return countWithin(within(this.#tx, OrganizationRow))
  }

  async lock(id: string): Promise<Organization | null> {
    const row = await within(this.#tx, OrganizationRow).findById(id).forNoKeyUpdate()
    return row === undefined ? null : pick(row, kept)
  }

  async save({ id, name, planId, keepsBodies, timeZone }: Organization): Promise<void> {
    await within(this.#tx, OrganizationRow).findById(id).patch({ name, planId, keepsBodies, timeZone })
  }
}
