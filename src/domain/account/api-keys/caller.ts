import type { Scope } from './scope.ts'

/** How many requests a second are taken; null for no limit. */
export interface RequestRates {
  /** Of this credential alone. */
  readonly credential: number | null
  /** Of all credentials of the organization together, by its plan. */
  readonly organization: number | null
}

/** Who stands behind the credential of a request to the public API. */
export interface Caller {
  readonly organizationId: string
  readonly scopes: readonly Scope[]
  readonly rates: RequestRates
}
