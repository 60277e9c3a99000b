import type { Session } from '../sessions/session.ts'
import type { PasskeyAnswer } from './passkey.ts'

/**
 * The second factor of a person: an authenticator app that shows a new code every 30 seconds, or passkeys (`Passkey`),
 * and recovery codes for the time when these are lost. A sign-in with a password then needs one of them as well.
 */
export interface SecondFactor {
  /** The id of the account of the person. */
  readonly accountId: string
  /** The secret that the service shares with the authenticator app, encrypted; null if the person has only passkeys. */
  readonly encryptedSecret: string | null
  /** The time when the person confirmed the app with a first code; null while the app is not set up. */
  readonly appConfirmedAt: Date | null
  /**
   * The time when two-factor sign-in was turned on, by the first code of the app or by the first passkey; null before.
   * While it is null, a sign-in needs no second factor.
   */
  readonly confirmedAt: Date | null
  /**
   * The time step of the newest code that was accepted: the number of periods of 30 seconds since 1970. Codes of
   * this step and of earlier steps are refused, so that each code works once. Null before the first code.
   */
  readonly lastStep: number | null
  /** The digests of the recovery codes that were not used yet. */
  readonly recoveryDigests: readonly string[]
  /** The time when the last set-up of an app was begun, or of the first passkey if no app was. */
  readonly createdAt: Date
}

/** The milliseconds after which an authenticator app that was not confirmed must be set up from the beginning. */
const maxSetUpMs = 60 * 60 * 1000

/** The number of recovery codes that a person gets. */
export const recoveryCodeCount = 10

/** The proof that a person has their second factor: a code of the app, a recovery code, or an answer of a passkey. */
export type SecondFactorProof =
  | { readonly kind: 'appCode'; readonly code: string }
  /** A recovery code, by its digest; null for a text that can be neither kind of code. */
  | { readonly kind: 'recoveryCode'; readonly digest: string | null }
  | { readonly kind: 'passkey'; readonly answer: PasskeyAnswer }

/** Returns a second factor without an authenticator app, which is not turned on. */
function emptySecondFactor(accountId: string, now: Date): SecondFactor {
  const none = { encryptedSecret: null, appConfirmedAt: null, confirmedAt: null, lastStep: null }
  return { ...none, accountId, recoveryDigests: [], createdAt: now }
}

/** Returns a second factor with an authenticator app that waits for its first code, for an hour from now. */
export function withNewApp(
  factor: SecondFactor | null,
  { accountId, encryptedSecret, now }: { accountId: string; encryptedSecret: string; now: Date },
): SecondFactor {
  return {
    ...(factor ?? emptySecondFactor(accountId, now)),
    encryptedSecret,
    appConfirmedAt: null,
    lastStep: null,
    createdAt: now,
  }
}

/** Returns whether the set-up of an app was begun too long ago to be confirmed. */
export function isSetUpTooOld({ createdAt }: SecondFactor, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= maxSetUpMs
}

/** Returns a second factor without its authenticator app, for a person who has passkeys. */
export function withoutApp(factor: SecondFactor): SecondFactor {
  return { ...factor, encryptedSecret: null, appConfirmedAt: null, lastStep: null }
}

/** Returns the second factor of a person who turns it on with a first passkey. Keeps an app that waits for a code. */
export function turnedOnByPasskey(
  factor: SecondFactor | null,
  { accountId, recoveryDigests, now }: { accountId: string; recoveryDigests: readonly string[]; now: Date },
): SecondFactor {
  return { ...(factor ?? emptySecondFactor(accountId, now)), recoveryDigests, confirmedAt: now }
}

/** Returns whether the second factor has an authenticator app that the person has confirmed with a code. */
export function hasApp(factor: SecondFactor | null): boolean {
  return factor !== null && factor.appConfirmedAt !== null
}

/** The second factor of a person, as the person sees it. */
interface OwnSecondFactor {
  readonly confirmedAt: Date
  /** The number of recovery codes that were not used yet. */
  readonly recoveryCodes: number
  /** Whether the user has set up an authenticator app. */
  readonly hasApp: boolean
}

/** Returns a second factor as its person sees it; null if two-factor sign-in is not turned on. */
export function ownSecondFactor(factor: SecondFactor | null): OwnSecondFactor | null {
  if (factor === null || factor.confirmedAt === null) return null
  const recoveryCodes = factor.recoveryDigests.length
  return { confirmedAt: factor.confirmedAt, recoveryCodes, hasApp: hasApp(factor) }
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

/** The facts that decide whether a person must set up two-factor sign-in. */
export interface SetUpFacts {
  /** The time from which the organization requires it of everybody; null if it does not. */
  readonly requiredAt: Date | null
  readonly hasPassword: boolean
  /** Whether the person has turned on two-factor sign-in. */
  readonly hasSecondFactor: boolean
  readonly session: Pick<Session, 'kind' | 'createdAt' | 'vouchedBy'>
}

/**
 * Returns whether a person must set up two-factor sign-in before a session of theirs may do anything else, because
 * the organization requires it. People without a password are exempt, and so are sessions that the organization's own
 * provider opened, because the provider decides about a second factor. A console session that began before the rule
 * continues, at most 12 hours; a token for scripts is refused.
 */
export function mustSetUpSecondFactor({
  requiredAt,
  hasPassword,
  hasSecondFactor,
  session,
}: SetUpFacts): boolean {
  if (requiredAt === null || !hasPassword || hasSecondFactor) return false
  if (session.vouchedBy === 'organization') return false
  return session.kind === 'token' || session.createdAt >= requiredAt
}

/** Returns the second factor without a recovery code that was used; null if it has no such code. */
export function withRecoveryCodeUsed(factor: SecondFactor, digest: string): SecondFactor | null {
  const rest = factor.recoveryDigests.filter((recoveryDigest) => recoveryDigest !== digest)
  return rest.length === factor.recoveryDigests.length ? null : { ...factor, recoveryDigests: rest }
}
