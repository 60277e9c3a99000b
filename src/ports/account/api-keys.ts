import type { ApiKeyView, ApiKey } from '../../domain/account/api-keys/api-key.ts'
import type { Page, PageOf } from '../../domain/page.ts'

export abstract class ApiKeyQueries {
  abstract list(organizationId: string, page: Page): Promise<PageOf<ApiKeyView>>
  abstract find(organizationId: string, id: string): Promise<ApiKeyView | null>
}

export interface ApiKeyStore {
  add(key: ApiKey): Promise<void>
  lock(organizationId: string, id: string): Promise<ApiKey | null>
  save(key: ApiKey): Promise<void>
  /**
   * Ends all keys of an organization, including keys in the grace period of a rotation. Returns the ended
   * keys.
   */
  revokeAll(organizationId: string, at: Date): Promise<readonly Pick<ApiKey, 'id' | 'name'>[]>
}
