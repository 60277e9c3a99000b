import type { LinkPurpose } from '../../domain/account/account-link.ts'

/** A new secret: shown once, kept as digest. */
export interface NewSecret {
  readonly secret: string
  readonly digest: string
  readonly prefix: string
  readonly last4: string
}

export abstract class Secrets {
  abstract apiKey(): NewSecret
  /** An ingest token is shown again in the console, so it is kept encrypted beside its digest. */
  abstract ingestToken(dataTableId: string): Promise<NewSecret & { readonly ciphertext: string }>
  /** An encrypted secret again; null when its key is not among those of the service. */
  abstract revealIngestToken(ciphertext: string, dataTableId: string): string | null
  /** What an organization's webhooks are signed with: `whsec_…`. */
  abstract webhookSecret(
    organizationId: string,
  ): Promise<{ readonly secret: string; readonly ciphertext: string }>
  abstract revealWebhookSecret(ciphertext: string, organizationId: string): string | null
  /** What a sender signs its deliveries to a table with, encrypted. */
  abstract sealSignatureSecret(secret: string, dataTableId: string): Promise<string>
  abstract revealSignatureSecret(ciphertext: string, dataTableId: string): string | null
  /** For the URL that a provider posts its events to. */
  abstract eventToken(): Pick<NewSecret, 'secret' | 'digest'>
  /** For a link that sets a new password. */
  abstract resetToken(): Pick<NewSecret, 'secret' | 'digest'>
  /** For a link that does what its purpose says. */
  /** What goes to a provider with somebody who is asked for their consent, and comes back with them. */
  abstract connectState(): Pick<NewSecret, 'secret' | 'digest'>
  abstract linkToken(purpose: LinkPurpose): Pick<NewSecret, 'secret' | 'digest'>
}
