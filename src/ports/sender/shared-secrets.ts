import type { EventProvider } from '../../domain/sender/inbound/event-provider.ts'
import type { SigningSecret, SigningSecrets } from '../../domain/signing-secrets.ts'
import type { InTransaction } from '../in-transaction.ts'

export interface EventToken {
  readonly organizationId: string
  readonly provider: EventProvider
  readonly digest: string
  readonly createdAt: Date
}

/**
 * The secrets that an organization shares with other services: secrets that sign its webhooks, so that receivers can verify
 * the sender, and the tokens in the URLs to which providers post events.
 */
export abstract class SharedSecretStore {
  /**
   * Returns the organization of an event token; null if the token is unknown or belongs to another provider.
   */
  abstract organizationOfEventToken(provider: EventProvider, digest: string): Promise<string | null>
  abstract eventTokens(organizationId: string): Promise<readonly EventToken[]>
  /**
   * Returns the present webhook secret of an organization first, and for a day after a rotation also the
   * former one. Creates a secret on the first call.
   */
  abstract webhookSecrets(organizationId: string): Promise<readonly string[]>
  /** Returns the present webhook secret of an organization. Creates a secret on the first call. */
  abstract webhookSecret(organizationId: string): Promise<SigningSecret>
  /**
   * Discards this process's cached webhook secrets after a rotation. Other processes read the new secret
   * within seconds.
   */
  abstract refreshWebhookSecrets(organizationId: string): void
  /** Stores an organization's event token for a provider, in place of the former one. */
  abstract putEventToken(this: InTransaction, token: EventToken): Promise<void>
  /** Deletes an organization's event token for a provider; returns false if there was none. */
  abstract removeEventToken(
    this: InTransaction,
    organizationId: string,
    provider: EventProvider,
  ): Promise<boolean>
  /**
   * Locks the webhook signing secrets of an organization, and returns them. Stores `first`, an encrypted secret, as the
   * present secret if the organization has none.
   */
  abstract lockWebhookSecrets(
    this: InTransaction,
    organizationId: string,
    first: string,
  ): Promise<SigningSecrets>
  /** Replaces the webhook signing secrets of an organization, which must be locked. */
  abstract saveWebhookSecrets(
    this: InTransaction,
    organizationId: string,
    secrets: SigningSecrets,
  ): Promise<void>
}
