import type { OrganizationDeletion } from '../../../domain/account/deletion/organization-deletion.ts'
import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import type { Organization } from '../../../domain/account/organization.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Mail } from '../../../ports/account/mailer.ts'

interface RequestedDeletion {
  readonly deletion: OrganizationDeletion
  /** The owner who requested the deletion. */
  readonly by: Pick<User, 'name' | 'email'>
}

/** Returns the mails that tell all owners and admins of an organization that it is to be deleted. */
export function deletionMails(
  members: readonly Pick<User, 'name' | 'email' | 'role'>[],
  { name, timeZone }: Pick<Organization, 'name' | 'timeZone'>,
  { deletion, by }: RequestedDeletion,
): readonly Mail[] {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    deletion.deletesAt,
  )
  return members
    .filter(({ role }) => role === 'owner' || role === 'admin')
    .map((member) => ({
      to: member.email,
      subject: `${nameInMail(name)} on Spindle is to be deleted`,
      text: `Hello ${nameInMail(member.name)},

${nameInMail(by.name)} (${by.email}) has requested to delete the organization "${nameInMail(name)}" on Spindle. Everything in it is deleted on ${time} (${timeZone}).

Until then nothing is sent, no job runs, and API keys and webhook URLs are refused. Members can still sign in, read, and export the data. Any owner can sign in and undo the deletion. Everything then continues as before.

If you did not expect this, undo the deletion, or ask an owner of your organization to do it.
`,
    }))
}
