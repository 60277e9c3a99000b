import { PostgresCredentials } from '../../../../src/adapters/postgres/account/credentials.ts'
import { Database } from '../../../../src/adapters/postgres/database.ts'
import { type Binding, provideAs } from '../../../../src/composition/provide.ts'
import type { Requester } from '../../../../src/domain/account/requester.ts'
import { Credentials } from '../../../../src/ports/account/credentials.ts'
import { Secrets } from '../../../../src/ports/account/secrets.ts'
import { Clock } from '../../../../src/ports/clock.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { UnitOfWork } from '../../../../src/ports/unit-of-work.ts'
import { ApiKeys, type NewApiKey } from '../../../../src/use-cases/account/api-keys/api-keys.ts'

/** A planted fault: a revocation is answered and not stored. */
class ForgottenRevocation extends ApiKeys {
  override async revoke(): Promise<void> {}
}

/** The binding of a planted fault by which a revoked key still works. */
export const forgottenRevocation: readonly Binding[] = [
  provideAs(ApiKeys, ForgottenRevocation, UnitOfWork, Secrets, Clock, Ids),
]

/** A planted fault: the rate of a key is not known. */
class WithoutRates extends PostgresCredentials {
  override async find(digest: string) {
    const answer = await super.find(digest)
    return answer !== null && 'rates' in answer
      ? { ...answer, rates: { ofCredential: null, organization: null } }
      : answer
  }
}

/** The binding of a planted fault by which a key makes any number of requests. */
export const withoutRates: readonly Binding[] = [provideAs(Credentials, WithoutRates, Database)]

/** A planted fault: a key is stored without its projects. */
class UnlimitedKey extends ApiKeys {
  override create(requester: Requester, key: NewApiKey) {
    return super.create(requester, { ...key, projectIds: null })
  }
}

/** The binding of a planted fault by which a key of one project reaches another. */
export const unlimitedKey: readonly Binding[] = [
  provideAs(ApiKeys, UnlimitedKey, UnitOfWork, Secrets, Clock, Ids),
]
