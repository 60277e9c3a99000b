import type { Scope } from './scope.ts'

/** The limits, in requests per second, that apply to a caller of the public API; null means no limit. */
export interface RequestRates {
  /**
   * The rate limit, in requests per second, for this API key or webhook token alone; null for no limit of its
   * own.
   */
  readonly credential: number | null
  /**
   * The plan's rate limit, in requests per second, for all API keys and webhook tokens of the organization
   * together; null for no limit.
   */
  readonly organization: number | null
}

/** The organization and the permissions that belong to an API key or webhook token. */
export interface CallerAccess {
  readonly organizationId: string
  readonly scopes: readonly Scope[]
  readonly rates: RequestRates
}
