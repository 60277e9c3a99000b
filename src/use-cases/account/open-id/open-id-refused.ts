import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import type { DomainError } from '../../../domain/errors.ts'
import type { IdentityFault } from '../../../ports/account/open-id.ts'

/**
 * The reason why an answer of the OpenID Connect provider signs no person in. `unconfirmed`: an account has
 * the address, but its owner has not confirmed it. `invited`: the address is invited, but the person has not
 * opened the link. `notInvited`: the opened link is for another address or no longer valid. `invitationEnded`: the
 * invitation ended with the role of its inviter. `lastWayIn`: the
 * passkeys of the person are the only way in to an organization if its own provider fails, and linking the account
 * removes them. An organization's own provider has these reasons too. `changed`: the provider was changed meanwhile.
 * `otherDomain`: the organization has not proven the domain of the address. `otherAccount`: the address has an account
 * that is not a member. `otherIdentity`: the provider has identified the member as another person before. `removed`:
 * a member with the address or the subject was removed, or has another address now. `notMember`: the person has no invitation and the organization admits no others. `closed`:
 * the organization is to be deleted. `moving`: it moves to another cell. `unconfirmedOrganization`: its owner has not
 * confirmed their address.
 */
export type OpenIdFault =
  | IdentityFault
  | 'unknown'
  | 'noAddress'
  | 'unconfirmed'
  | 'invited'
  | 'notInvited'
  | 'invitationEnded'
  | 'lastWayIn'
  | 'changed'
  | 'otherDomain'
  | 'otherAccount'
  | 'otherIdentity'
  | 'removed'
  | 'notMember'
  | 'closed'
  | 'moving'
  | 'unconfirmedOrganization'

interface Refusal {
  readonly email?: string
  /** The error message of the OpenID Connect provider. */
  readonly words?: string
  /** The organization whose own provider has identified the person. */
  readonly organizationId?: string
}

/** The error for a person whom the OpenID Connect provider sent back and who cannot be signed in. */
export class OpenIdRefused extends RefusedAttempt {
  readonly fault: OpenIdFault
  /** The error message of the OpenID Connect provider; null if it sent none. */
  readonly words: string | null

  constructor(fault: OpenIdFault, { email, words, organizationId }: Refusal = {}) {
    const subject =
      email === undefined ? ({ kind: 'account', id: null, name: null } as const) : userAuditSubject(email)
    const way = organizationId === undefined ? 'openId' : 'organizationProvider'
    super(
      'INVALID_CREDENTIALS',
      {},
      { action: 'signIn.failed', organizationId: organizationId ?? null, subject, after: { way } },
    )
    this.fault = fault
    this.words = words ?? null
  }

  /** Returns the error for an invitation whose organization refuses all credentials. */
  static by({ code }: DomainError): OpenIdRefused {
    return new OpenIdRefused(code === 'ORGANIZATION_CLOSED' ? 'closed' : 'moving')
  }
}
