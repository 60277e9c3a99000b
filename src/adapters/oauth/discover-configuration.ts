import * as openid from 'openid-client'

interface Registration {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Returns the OpenID configuration that a provider publishes. */
export async function discoverConfiguration(
  { issuer, clientId, clientSecret }: Registration,
  maxSeconds: number,
  fetch?: openid.CustomFetch,
): Promise<openid.Configuration> {
  const authentication = openid.ClientSecretPost(clientSecret)
  // Allows HTTP only if the operator has configured an issuer with an `http:` URL, which runs on their own
  // machine.
  const execute = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []
  const own = fetch === undefined ? {} : { [openid.customFetch]: fetch }
  const options = { timeout: maxSeconds, execute, ...own }
  const found = await openid.discovery(new URL(issuer), clientId, undefined, authentication, options)
  openid.enableNonRepudiationChecks(found)
  return found
}
