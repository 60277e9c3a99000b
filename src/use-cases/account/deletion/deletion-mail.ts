import type { OrganizationDeletion } from '../../../domain/account/deletion/organization-deletion.ts'
import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import type { Organization } from '../../../domain/account/organization.ts'
import type { User } from '../../../domain/account/user.ts'
import { textsIn } from '../../../domain/text/texts.ts'
import { writtenTime } from '../../../domain/text/written-time.ts'
import type { Mail } from '../../../ports/account/mailer.ts'

interface RequestedDeletion {
  readonly deletion: OrganizationDeletion
  /** The owner who requested the deletion. */
  readonly by: Pick<User, 'name' | 'email'>
}

/** Returns the mails that tell all owners and admins of an organization that it is to be deleted, in its language. */
export function deletionMails(
  members: readonly Pick<User, 'name' | 'email' | 'role'>[],
  { name, timeZone, language }: Pick<Organization, 'name' | 'timeZone' | 'language'>,
  { deletion, by }: RequestedDeletion,
): readonly Mail[] {
  const { t } = textsIn(language)
  const organization = nameInMail(name)
  const time = writtenTime(deletion.deletesAt, language, timeZone)
  return members
    .filter(({ role }) => role === 'owner' || role === 'admin')
    .map((member) => ({
      to: member.email,
      subject: t('{organization} on Spindle is to be deleted', { organization }),
      text: [
        t('Hello {name},', { name: nameInMail(member.name) }),
        t(
          '{name} ({email}) has requested to delete the organization "{organization}" on Spindle. Everything in it is deleted on {time} ({timeZone}).',
          { name: nameInMail(by.name), email: by.email, organization, time, timeZone },
        ),
        t(
          'Until then nothing is sent, no job runs, and API keys and webhook URLs are refused. Members can still sign in, read, and export the data. Any owner can sign in and undo the deletion. Everything then continues as before.',
        ),
        t('If you did not expect this, undo the deletion, or ask an owner of your organization to do it.'),
      ].join('\n\n'),
    }))
}
