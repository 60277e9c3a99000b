import type { TestMembership } from '../sessions/session.ts'
import type { AllowedNetworks } from './allowed-networks.ts'
import type { NamedKeyHolder } from './api-key.ts'

/** The limits, in requests per second, that apply to a caller of the public API; null means no limit. */
export interface RequestRates {
  /**
   * The rate limit, in requests per second, for this API key or webhook token alone; null for no limit of its
   * own.
   */
  readonly ofCredential: number | null
  /**
   * The plan's rate limit, in requests per second, for all API keys and webhook tokens of the organization
   * together; null for no limit.
   */
  readonly organization: number | null
}

/**
 * The holder of a credential, with everything that decides whether its requests are admitted. The holder of a webhook
 * URL (`webhookUrl`) is a data table, and the holder of an events URL (`eventToken`) is an organization.
 */
export interface CredentialHolder extends NamedKeyHolder {
  readonly kind: 'apiKey' | 'webhookUrl' | 'eventToken'
  /** The networks from which an API key is accepted; null for any address. They never change. */
  readonly allowedNetworks: AllowedNetworks | null
  readonly rates: RequestRates
  /** The test organization of the credential, with the time on its clock; null for a real organization. */
  readonly test: TestMembership | null
}
