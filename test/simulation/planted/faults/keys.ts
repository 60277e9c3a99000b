import { type Binding, provideAs } from '../../../../src/composition/provide.ts'
import { ApiKeys } from '../../../../src/ports/account/api-keys.ts'
import { Secrets } from '../../../../src/ports/account/secrets.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { AdmitCaller } from '../../../../src/use-cases/account/admit-caller.ts'
import {
  CreateApiKey,
  type CreateApiKeyCommand,
} from '../../../../src/use-cases/account/api-keys/create-api-key.ts'
import { RevokeApiKey } from '../../../../src/use-cases/account/api-keys/revoke-api-key.ts'

/** A planted fault: a revocation is answered and not stored. */
class ForgottenRevocation extends RevokeApiKey {
  override async execute(): Promise<void> {}
}

/** The binding of a planted fault by which a revoked key still works. */
export const forgottenRevocation: readonly Binding[] = [
  provideAs(RevokeApiKey, ForgottenRevocation, UnitOfWork, Clock),
]

/** A planted fault: the rate of a key is not known. */
class WithoutRates extends AdmitCaller {
  override async execute(...of: Parameters<AdmitCaller['execute']>) {
    return { ...(await super.execute(...of)), rates: { credential: null, organization: null } }
  }
}

/** The binding of a planted fault by which a key makes any number of requests. */
export const withoutRates: readonly Binding[] = [provideAs(AdmitCaller, WithoutRates, ApiKeys, Clock)]

/** A planted fault: a key is stored without its projects. */
class UnlimitedKey extends CreateApiKey {
  override execute(command: CreateApiKeyCommand) {
    return super.execute({ ...command, projectIds: null })
  }
}

/** The binding of a planted fault by which a key of one project reaches another. */
export const unlimitedKey: readonly Binding[] = [
  provideAs(CreateApiKey, UnlimitedKey, UnitOfWork, Secrets, Clock, Ids),
]
