import type { ApiKey, ApiKeyView } from '../../domain/account/api-keys/api-key.ts'
import type { KeyRefusal } from '../../domain/account/api-keys/key-refusal.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { InTransaction } from '../in-transaction.ts'

/** Stores the API keys of organizations. Requests look them up by `Credentials`. */
export abstract class ApiKeyStore {
  abstract list(organizationId: string, page: Page): Promise<PageOf<ApiKeyView>>
  abstract find(organizationId: string, id: string): Promise<ApiKeyView | null>
  /** Returns the latest refused requests of an API key, newest first; at most 100 are stored. */
  abstract refusals(organizationId: string, id: string): Promise<readonly KeyRefusal[]>
  abstract add(this: InTransaction, key: ApiKey): Promise<void>
  abstract lock(this: InTransaction, organizationId: string, id: string): Promise<ApiKey | null>
  abstract save(this: InTransaction, key: ApiKey): Promise<void>
  /**
   * Ends all API keys of an organization, including keys in the grace period of a rotation. Returns the ended
   * keys.
   */
  abstract revokeAll(
    this: InTransaction,
    organizationId: string,
    at: Date,
  ): Promise<readonly Pick<ApiKey, 'id' | 'name'>[]>
}
