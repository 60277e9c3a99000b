import type { Scope } from './scope.ts'

/** The limits, in requests per second, that apply to a caller of the public API; null means no limit. */
export interface RequestRates {
  /** The limit in requests per second for this credential alone. */
  readonly credential: number | null
  /** The limit of the plan, in requests per second, for all credentials of the organization together. */
  readonly organization: number | null
}

/** The organization and the permissions behind the credential of a request to the public API. */
export interface CallerAccess {
  readonly organizationId: string
  readonly scopes: readonly Scope[]
  readonly rates: RequestRates
}
