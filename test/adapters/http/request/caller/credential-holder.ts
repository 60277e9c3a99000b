import type {
  CredentialHolder,
  RequestRates,
} from '../../../../../src/domain/account/api-keys/credential-holder.ts'

/** Returns the holder of an API key for ingest that never ends, for a test of its rate limits. */
export function holderOf(organizationId: string, rates: RequestRates): CredentialHolder {
  return {
    kind: 'apiKey',
    id: 'key',
    name: 'Key',
    organizationId,
    projectIds: null,
    scopes: ['ingest'],
    expiresAt: null,
    revokedAt: null,
    planAllowsApiKeys: true,
    allowedNetworks: null,
    rates,
    test: null,
  }
}
