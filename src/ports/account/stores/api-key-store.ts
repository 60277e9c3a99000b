import type { ApiKey } from '../../../domain/account/api-keys/api-key.ts'

export interface ApiKeyStore {
  add(key: ApiKey): Promise<void>
  lock(organizationId: string, id: string): Promise<ApiKey | null>
  save(key: ApiKey): Promise<void>
  /** Ends every key of an organization, also those in the grace of a rotation; answers those that it ended. */
  revokeAll(organizationId: string, at: Date): Promise<readonly Pick<ApiKey, 'id' | 'name'>[]>
}
