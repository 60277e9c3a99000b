import type { Organization } from '../../../domain/organization/organization.ts'
import type { OrganizationStore } from '../../../ports/unit-of-work.ts'
import { OrganizationRow, type Session, within } from '../rows.ts'

export class OrganizationRepository implements OrganizationStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async add(organization: Organization): Promise<void> {
    await within(this.#session, OrganizationRow).insert({ ...organization })
  }

  count(): Promise<number> {
    return within(this.#session, OrganizationRow).resultSize()
  }
}
