import type { AccountLink } from '../../domain/account/account-link.ts'
import type { AuditEvent } from '../../domain/account/audit/audit-entry.ts'
import { userAuditSubject } from '../../domain/account/audit/subject.ts'
import { assertTimeZone, type FirstSettings, newSettingsWith } from '../../domain/account/organization.ts'
import type { User } from '../../domain/account/user.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

interface NewOrganization {
  readonly name: string | undefined
  /** The settings that the creator chose. */
  readonly settings?: FirstSettings
  readonly planId: string
  readonly newId: () => string
  readonly at: Date
}

type MembershipAudit = Pick<AuditEvent, 'action' | 'organizationId' | 'subject' | 'after'>

/** The organization and the role that a new person gets, and the audit entry about it. */
interface NewMembership {
  readonly of: Pick<User, 'organizationId' | 'role'>
  auditOf(user: Pick<User, 'id' | 'email'>): MembershipAudit
}

/**
 * Makes a new person a member of the organization that invited them; without an invitation, creates an
 * organization that the person owns.
 */
export async function joinOrCreateOrganization(
  tx: Transaction,
  invitation: AccountLink | null,
  { name, settings = {}, planId, newId, at }: NewOrganization,
): Promise<NewMembership> {
  const invitedTo = invitation?.organizationId ?? null
  if (invitedTo !== null) {
    // Uses the role `editor` if the invitation names none. Invitations into an organization name a role.
    const of = { organizationId: invitedTo, role: invitation?.role ?? 'editor' } as const
    const auditOfUser = (user: Pick<User, 'id' | 'email'>): MembershipAudit => ({
      action: 'member.joined',
      organizationId: invitedTo,
      subject: userAuditSubject(user.email, user),
      after: { role: of.role },
    })
    return { of, auditOf: auditOfUser }
  }
  if (name === undefined) {
    const message = 'The organization must have a name'
    const errors = [{ pointer: '/organizationName', code: 'REQUIRED', message }]
    throw new DomainError('VALIDATION_FAILED', { message, errors })
  }
  if (settings.timeZone !== undefined) assertTimeZone(settings.timeZone)
  const id = newId()
  await tx.organizations.add({ ...newSettingsWith(settings), id, name, planId, createdAt: at })
  const auditOfUser = ({ email }: Pick<User, 'email'>): MembershipAudit => ({
    action: 'account.created',
    organizationId: id,
    subject: { kind: 'organization', id, name },
    after: { email, planId },
  })
  return { of: { organizationId: id, role: 'owner' }, auditOf: auditOfUser }
}
