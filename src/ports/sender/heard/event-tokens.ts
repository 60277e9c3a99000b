import type { EventProvider } from '../../../domain/sender/heard/event-provider.ts'

export interface EventToken {
  readonly organizationId: string
  readonly provider: EventProvider
  readonly digest: string
  readonly createdAt: Date
}

/** The secrets in the URLs that providers post to. */
export abstract class EventTokens {
  /** Null for one that is unknown, or of another provider. */
  abstract organizationOf(provider: EventProvider, digest: string): Promise<string | null>
  abstract list(organizationId: string): Promise<readonly EventToken[]>
}

export interface EventTokenStore {
  /** In the place of the one before. */
  put(token: EventToken): Promise<void>
  /** False where there was none. */
  remove(organizationId: string, provider: EventProvider): Promise<boolean>
}
