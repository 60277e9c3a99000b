import { recoveryCodeCount } from '../../../domain/account/second-factor/second-factor.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'

/** Creates the recovery codes that a person gets, and the digests that are stored of them. */
export function newRecoveryCodes(secrets: Secrets): {
  readonly codes: readonly string[]
  readonly digests: readonly string[]
} {
  const created = Array.from({ length: recoveryCodeCount }, () => secrets.recoveryCode())
  return { codes: created.map(({ secret }) => secret), digests: created.map(({ digest }) => digest) }
}
