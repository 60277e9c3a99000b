import type { ApiKey } from '../../../domain/organization/api-key.ts'
import type { ApiKeyStore } from '../../../ports/unit-of-work.ts'
import { ApiKeyRow, pick, type Session, within } from '../rows.ts'

const kept = [
  'id',
  'organizationId',
  'name',
  'scopes',
  'digest',
  'prefix',
  'last4',
  'createdAt',
  'expiresAt',
  'revokedAt',
] as const

export class ApiKeyRepository implements ApiKeyStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async add(key: ApiKey): Promise<void> {
    await within(this.#session, ApiKeyRow).insert({ ...pick(key, kept), scopes: [...key.scopes] })
  }

  async lock(organizationId: string, id: string): Promise<ApiKey | null> {
    const row = await within(this.#session, ApiKeyRow)
      .findOne({ id, organization_id: organizationId })
      .forNoKeyUpdate()
    return row === undefined ? null : pick(row, kept)
  }

  async save({ id, name, expiresAt, revokedAt }: ApiKey): Promise<void> {
    await within(this.#session, ApiKeyRow).findById(id).patch({ name, expiresAt, revokedAt })
  }
}
