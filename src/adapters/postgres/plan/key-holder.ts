import type { KeyHolder } from '../../../domain/account/api-keys/api-key.ts'
import type { RowOf } from '../schema/columns.ts'

export interface KeyHolderRow
  extends Pick<RowOf<'api_keys'>, 'organization_id' | 'scopes' | 'expires_at' | 'revoked_at'> {
  readonly id: RowOf<'api_keys'>['id'] | null
  readonly plan_allows_api_keys: RowOf<'plans'>['has_api_keys']
}

export function readKeyHolder(row: KeyHolderRow): KeyHolder | null {
  if (row.id === null) return null
  return {
    id: row.id,
    organizationId: row.organization_id,
    scopes: row.scopes,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    planAllowsApiKeys: row.plan_allows_api_keys,
  }
}
