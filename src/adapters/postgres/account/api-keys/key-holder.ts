import type { KeyHolder } from '../../../../domain/account/api-keys/api-key.ts'
import type { Scope } from '../../../../domain/account/api-keys/scope.ts'

export interface KeyHolderRow {
  readonly id: string | null
  readonly organization_id: string
  readonly scopes: Scope[]
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  readonly plan_allows_api_keys: boolean
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
