import { revisionOfContent } from '../../revision.ts'
import { RefusedAttempt } from '../audit/refused-attempt.ts'
import { userAuditSubject } from '../audit/subject.ts'
import type { User } from '../user.ts'

/** The roles that people can get who become members by signing in through the organization's provider. */
export const joiningRoles = ['viewer', 'editor', 'admin'] as const
export type JoiningRole = (typeof joiningRoles)[number]

/** The settings of an organization's sign-in provider that an owner changes. */
export interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  /** The role of people who become members by signing in. */
  readonly defaultRole: JoiningRole
  /**
   * Whether people with an address of a proven domain become members by signing in. Otherwise they need an
   * invitation.
   */
  readonly admitsNew: boolean
}

/** An organization's own OpenID Connect provider. It vouches for people in this organization alone. */
export interface SignInProvider extends ProviderSettings {
  /**
   * The id of the connection. It changes with the issuer and with the client id, so that a sign-in which began before
   * the change is refused.
   */
  readonly id: string
  readonly organizationId: string
  readonly encryptedSecret: string
  /** The time from which members must sign in through the provider; null if they need not. */
  readonly requiredAt: Date | null
  readonly createdAt: Date
}

/** Returns the revision of the settings of an organization's provider; null stands for no provider. */
export function revisionOfProvider(provider: SignInProvider | null): number {
  if (provider === null) return revisionOfContent({})
  const { issuer, clientId, defaultRole, admitsNew, requiredAt } = provider
  return revisionOfContent({ issuer, clientId, defaultRole, admitsNew, required: requiredAt !== null })
}

/** Returns the owner of the encrypted client secret: the organization, which has one provider at most. */
export function ofProvider(organizationId: string): {
  readonly kind: 'sign-in provider'
  readonly id: string
} {
  return { kind: 'sign-in provider', id: organizationId }
}

/** Returns the error for a sign-in by the account in an organization whose members must use its provider. */
export function providerRequired(user: Pick<User, 'id' | 'organizationId' | 'email'>): RefusedAttempt {
  const { organizationId, email } = user
  const subject = userAuditSubject(email, user)
  return new RefusedAttempt(
    'SIGN_IN_PROVIDER_REQUIRED',
    {},
    { action: 'signIn.failed', organizationId, subject, after: { way: 'account' } },
  )
}
