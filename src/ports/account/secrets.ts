import type { LinkPurpose } from '../../domain/account/account-link.ts'

/**
 * A new secret, such as an API key, with its digest. Lists of secrets show only `prefix` and `last4`, the
 * first and the last characters of the secret.
 */
export interface NewSecret {
  readonly secret: string
  readonly digest: string
  readonly prefix: string
  readonly last4: string
}

export abstract class Secrets {
  abstract apiKey(): NewSecret
  /** Creates an ingest token. The console shows it again, so it is stored encrypted beside its digest. */
  abstract ingestToken(dataTableId: string): NewSecret & { readonly ciphertext: string }
  /** Decrypts an ingest token; null if its key is not in the key ring. */
  abstract revealIngestToken(ciphertext: string, dataTableId: string): string | null
  /** Creates a secret that signs webhooks of an organization or destination: `whsec_…`. */
  abstract webhookSecret(ownerId: string): { readonly secret: string; readonly ciphertext: string }
  abstract revealWebhookSecret(ciphertext: string, ownerId: string): string | null
  /** Encrypts the secret with which a source signs its deliveries to a table. */
  abstract sealSignatureSecret(secret: string, dataTableId: string): string
  abstract revealSignatureSecret(ciphertext: string, dataTableId: string): string | null
  /** Creates a token for the URL to which a mail provider posts events. */
  abstract eventToken(): Pick<NewSecret, 'secret' | 'digest'>
  /** Creates a token for a link that sets a new password. */
  abstract resetToken(): Pick<NewSecret, 'secret' | 'digest'>
  /**
   * Creates the OAuth state that goes to a mail provider with a consent request and comes back with its
   * answer.
   */
  abstract connectState(): Pick<NewSecret, 'secret' | 'digest'>
  /** Creates a recovery code, which a person can type instead of a code of the authenticator app, once. */
  abstract recoveryCode(): Pick<NewSecret, 'secret' | 'digest'>
  /** Creates a token for an account link with this purpose, such as an invitation. */
  abstract linkToken(purpose: LinkPurpose): Pick<NewSecret, 'secret' | 'digest'>
}
