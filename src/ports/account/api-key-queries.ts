import type { ApiKeyView } from '../../domain/account/api-keys/api-key.ts'
import type { Page, PageOf } from '../../domain/page.ts'

export abstract class ApiKeyQueries {
  abstract list(organizationId: string, page: Page): Promise<PageOf<ApiKeyView>>
  abstract find(organizationId: string, id: string): Promise<ApiKeyView | null>
}
