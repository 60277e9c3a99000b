import type { Organization } from '../../../domain/organization/organization.ts'
import type { OrganizationStore } from '../../../ports/unit-of-work.ts'
import { countWithin, OrganizationRow, pick, type Session, within } from '../rows.ts'

const kept = ['id', 'name', 'planId', 'createdAt'] as const

export class OrganizationRepository implements OrganizationStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async add(organization: Organization): Promise<void> {
    await within(this.#session, OrganizationRow).insert({ ...organization })
  }

  count(): Promise<number> {
    return countWithin(within(this.#session, OrganizationRow))
  }

  async lock(id: string): Promise<Organization | null> {
    const row = await within(this.#session, OrganizationRow).findById(id).forNoKeyUpdate()
    return row === undefined ? null : pick(row, kept)
  }

  async save({ id, name, planId }: Organization): Promise<void> {
    await within(this.#session, OrganizationRow).findById(id).patch({ name, planId })
  }
}
