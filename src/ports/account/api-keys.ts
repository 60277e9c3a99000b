import type { ApiKey, ApiKeyView } from '../../domain/account/api-keys/api-key.ts'
import type { KeyRefusal } from '../../domain/account/api-keys/key-refusal.ts'
import type { Page, PageOf } from '../../domain/page.ts'

/** Reads the API keys of organizations and stores when they were last used. */
export abstract class ApiKeyQueries {
  abstract list(organizationId: string, page: Page): Promise<PageOf<ApiKeyView>>
  abstract find(organizationId: string, id: string): Promise<ApiKeyView | null>
  /**
   * Stores when an API key, given by its digest, was last used. Writes only sometimes, so the stored time is
   * accurate to a minute.
   */
  abstract noteUse(digest: string, at: Date): void
  /** Collects a refused request of an API key, given by its digest. It is stored within ten seconds. */
  abstract noteRefusal(digest: string, refusal: KeyRefusal): void
  /** Returns the latest refused requests of an API key, newest first; at most 100 are stored. */
  abstract refusals(organizationId: string, id: string): Promise<readonly KeyRefusal[]>
}

export interface ApiKeyStore {
  add(key: ApiKey): Promise<void>
  lock(organizationId: string, id: string): Promise<ApiKey | null>
  save(key: ApiKey): Promise<void>
  /**
   * Ends all API keys of an organization, including keys in the grace period of a rotation. Returns the ended
   * keys.
   */
  revokeAll(organizationId: string, at: Date): Promise<readonly Pick<ApiKey, 'id' | 'name'>[]>
}
