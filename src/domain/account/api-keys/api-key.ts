import { DomainError } from '../../errors.ts'
import type { Scope } from './scope.ts'

/** An organization's secret, as it is kept: never the secret itself. */
export interface ApiKey {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly digest: string
  readonly prefix: string
  readonly last4: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** Null for no limit but that of the plan. */
  readonly requestsPerSecond: number | null
}

/** The ends of a key, by which people tell one from another. */
export function hintOf({ prefix, last4 }: Pick<ApiKey, 'prefix' | 'last4'>): string {
  return `${prefix}…${last4}`
}

/** An API key as it is looked at. */
export interface ApiKeyView extends Omit<ApiKey, 'digest'> {
  /** To the minute. */
  readonly lastUsedAt: Date | null
}

/** What decides whether a key admits a request. */
export interface KeyHolder
  extends Pick<ApiKey, 'id' | 'organizationId' | 'scopes' | 'expiresAt' | 'revokedAt'> {
  readonly planAllowsApiKeys: boolean
}

/** One answer for every reason why a key does not open the door: a stranger learns nothing from it. */
export function admit<Holder extends KeyHolder>(holder: Holder | null, scope: Scope, now: Date): Holder {
  const usable =
    holder?.planAllowsApiKeys &&
    (holder.revokedAt === null || holder.revokedAt > now) &&
    (holder.expiresAt === null || holder.expiresAt > now)
  if (!usable) throw new DomainError('INVALID_API_KEY')
  if (!holder.scopes.includes(scope)) throw new DomainError('MISSING_SCOPE', { requiredScope: scope })
  return holder
}
