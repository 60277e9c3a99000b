import { type Account, hasNoPassword } from '../account.ts'
import type { Session } from '../sessions/session.ts'

/**
 * The second factor of a person: an authenticator app that shows a new code every 30 seconds, and recovery codes
 * for the time when the app is lost. A sign-in with a password then needs a code as well.
 */
export interface SecondFactor {
  /** The id of the account of the person. */
  readonly accountId: string
  /** The secret that the service shares with the authenticator app, encrypted. */
  readonly encryptedSecret: string
  /**
   * The time when the person confirmed the set-up with a first code; null while the set-up is not finished. Before
   * this time a sign-in needs no code.
   */
  readonly confirmedAt: Date | null
  /**
   * The time step of the newest code that was accepted: the number of periods of 30 seconds since 1970. Codes of
   * this step and of earlier steps are refused, so that each code works once. Null before the first code.
   */
  readonly lastStep: number | null
  /** The digests of the recovery codes that were not used yet. */
  readonly recoveryDigests: readonly string[]
  readonly createdAt: Date
}

/** The number of recovery codes that a person gets. */
export const recoveryCodeCount = 10

/** The proof that a person has their second factor: a code of the authenticator app, or a recovery code. */
export type SecondFactorProof =
  | { readonly kind: 'appCode'; readonly code: string }
  /** A recovery code, by its digest; null for a text that can be neither kind of code. */
  | { readonly kind: 'recoveryCode'; readonly digest: string | null }

/** Returns a second factor that waits for the first code of the person's authenticator app. */
export function newSecondFactor(accountId: string, encryptedSecret: string, now: Date): SecondFactor {
  return {
    accountId,
    encryptedSecret,
    confirmedAt: null,
    lastStep: null,
    recoveryDigests: [],
    createdAt: now,
  }
}

export function isConfirmed(factor: SecondFactor | null): factor is SecondFactor {
  return factor !== null && factor.confirmedAt !== null
}

/**
 * Returns the second factor after a code of a time step was used; null if a code of this step or of a later one was
 * used before.
 */
export function withStepUsed(factor: SecondFactor, step: number): SecondFactor | null {
  return factor.lastStep !== null && step <= factor.lastStep ? null : { ...factor, lastStep: step }
}

/**
 * Returns whether a person must set up two-factor sign-in before a session of theirs may do anything else, because
 * the organization requires it. The sign-in provider answers for people without a password. A session at the
 * console that began before the rule goes on, at most 12 hours; a token for scripts does not.
 */
export function mustSetUpSecondFactor({
  requiredAt,
  account,
  factor,
  session,
}: {
  readonly requiredAt: Date | null
  readonly account: Pick<Account, 'passwordHash'>
  readonly factor: SecondFactor | null
  readonly session: Pick<Session, 'kind' | 'createdAt'>
}): boolean {
  if (requiredAt === null || hasNoPassword(account) || isConfirmed(factor)) return false
  return session.kind === 'token' || session.createdAt >= requiredAt
}

/** Returns the second factor without a recovery code that was used; null if it has no such code. */
export function withRecoveryCodeUsed(factor: SecondFactor, digest: string): SecondFactor | null {
  const rest = factor.recoveryDigests.filter((one) => one !== digest)
  return rest.length === factor.recoveryDigests.length ? null : { ...factor, recoveryDigests: rest }
}
