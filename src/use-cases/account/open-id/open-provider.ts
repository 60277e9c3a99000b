import { ofProvider, type SignInProvider } from '../../../domain/account/open-id/sign-in-provider.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { OwnProvider } from '../../../ports/account/open-id.ts'
import type { Sealing } from '../../../ports/sealing.ts'

/** Returns the registration at an organization's own provider, with the decrypted client secret. */
export function openProvider(sealing: Sealing, provider: SignInProvider): OwnProvider {
  const { organizationId, issuer, clientId, encryptedSecret } = provider
  const clientSecret = sealing.open(encryptedSecret, ofProvider(organizationId))
  if (clientSecret === null)
    throw new DomainError('CONFLICT', {
      message: 'The client secret of the provider cannot be decrypted; an owner has to enter it again',
    })
  return { organizationId, issuer, clientId, clientSecret }
}
