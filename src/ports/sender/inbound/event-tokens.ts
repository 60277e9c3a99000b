import type { EventProvider } from '../../../domain/sender/inbound/event-provider.ts'

export interface EventToken {
  readonly organizationId: string
  readonly provider: EventProvider
  readonly digest: string
  readonly createdAt: Date
}

/** The secrets in the URLs to which providers post events. */
export abstract class EventTokens {
  /**
   * Returns the organization of an event token; null if the token is unknown or belongs to another provider.
   */
  abstract organizationOf(provider: EventProvider, digest: string): Promise<string | null>
  abstract list(organizationId: string): Promise<readonly EventToken[]>
}

export interface EventTokenStore {
  /** Stores an organization's event token for a provider, in place of the former one. */
  put(token: EventToken): Promise<void>
  /** Deletes an organization's event token for a provider; returns false if there was none. */
  remove(organizationId: string, provider: EventProvider): Promise<boolean>
}
