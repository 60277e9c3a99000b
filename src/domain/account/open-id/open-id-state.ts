/** Somebody who was sent to the provider of OpenID Connect: whoever comes back with it is believed once. */
export interface OpenIdState {
  /** Of the state, which only the browser and the provider have. */
  readonly digest: string
  /** What the answer is checked by, sealed. */
  readonly checks: string
  /** The digest of the invitation whose link they had opened; null for none. */
  readonly invitation: string | null
  /** Whether they asked for an organization of their own, and not for the unconfirmed account of their address. */
  readonly ownOrganization: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

const minutes = 10

export function openIdStateEnd(now: Date): Date {
  return new Date(now.getTime() + minutes * 60_000)
}
