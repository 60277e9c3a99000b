import { DomainError } from '../../errors.ts'
import { isManagementScope, type ManagementScope, type Scope } from './scope.ts'

/** An API key of an organization, as the database stores it: with a digest instead of the secret. */
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
  /** The limit of requests per second for this key alone; null if only the limit of the plan applies. */
  readonly requestsPerSecond: number | null
  /** The ids of the projects to which the key is limited; null for the whole organization. */
  readonly projectIds: readonly string[] | null
  /** The networks, in CIDR notation, from which the key is accepted; null for any address. */
  readonly allowedNetworks: readonly string[] | null
}

/** Returns the first and the last characters of an API key, by which people tell keys apart. */
export function maskedKey({ prefix, last4 }: Pick<ApiKey, 'prefix' | 'last4'>): string {
  return `${prefix}…${last4}`
}

/** `ApiKey` without the digest, as lists of keys show it. */
export interface ApiKeyView extends Omit<ApiKey, 'digest'> {
  /** The time when the API key was last used, accurate to the minute. */
  readonly lastUsedAt: Date | null
}

/** The facts about an API key that decide whether it admits a request. */
export interface KeyHolder
  extends Pick<ApiKey, 'id' | 'organizationId' | 'scopes' | 'expiresAt' | 'revokedAt'> {
  readonly planAllowsApiKeys: boolean
}

/** `KeyHolder` with the facts that management routes need, such as the name for audit entries. */
export interface NamedKeyHolder extends KeyHolder, Pick<ApiKey, 'name' | 'projectIds'> {}

/**
 * Returns the holder if the credential may be used for the scope. Throws the same error for an unknown, expired or
 * revoked credential and for a plan without keys, so that a stranger learns nothing.
 */
export function admitKeyHolder<Holder extends KeyHolder>(
  holder: Holder | null,
  scope: Scope,
  now: Date,
  refusal: () => DomainError = () => new DomainError('INVALID_API_KEY'),
): Holder {
  if (!isUsable(holder, now)) throw refusal()
  if (!holder.scopes.includes(scope)) throw new DomainError('MISSING_SCOPE', { requiredScope: scope })
  return holder
}

/**
 * Returns the holder if the key may call a management route with this scope; null for a route that every
 * usable key may call. A key without any scope of management routes gets the answer that a stranger gets.
 */
export function admitManager<Holder extends KeyHolder>(
  holder: Holder | null,
  scope: ManagementScope | null,
  now: Date,
): Holder {
  if (!isUsable(holder, now)) throw new DomainError('UNAUTHENTICATED')
  if (scope === null || holder.scopes.includes(scope)) return holder
  if (!holder.scopes.some(isManagementScope)) throw new DomainError('UNAUTHENTICATED')
  throw new DomainError('MISSING_SCOPE', { requiredScope: scope })
}

/** Returns whether a credential exists, has not ended at this time, and is allowed by the plan. */
export function isUsable<Holder extends KeyHolder>(holder: Holder | null, now: Date): holder is Holder {
  return (
    holder?.planAllowsApiKeys === true &&
    (holder.revokedAt === null || holder.revokedAt > now) &&
    (holder.expiresAt === null || holder.expiresAt > now)
  )
}
