import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import type { Organization } from '../../../domain/account/organization.ts'
import type { Role } from '../../../domain/account/role.ts'
import { type Texts, textsIn } from '../../../domain/text/texts.ts'
import type { Mail } from '../../../ports/account/mailer.ts'

interface Invited {
  readonly to: string
  readonly by: string
  readonly organization: Pick<Organization, 'name' | 'language'>
  readonly role: Role
  readonly url: string
}

/** Returns the mail that invites a person, in the language of the organization. */
export function invitationMail({ to, by, organization, role, url }: Invited): Mail {
  const { t } = textsIn(organization.language)
  const name = nameInMail(organization.name)
  return {
    to,
    subject: t('Join {organization} on Spindle', { organization: name }),
    text: [
      t('Hello,'),
      t(
        '{inviter} invites you to join the organization "{organization}" on Spindle as {role}. Open this link to join; if you have no account on Spindle yet, you create one. It works once, within 7 days, and only for this e-mail address:',
        { inviter: nameInMail(by), organization: name, role: wordsOfRole(role, t) },
      ),
      url,
      t('If you do not know the person who invites you, you can ignore this e-mail: nothing happens then.'),
    ].join('\n\n'),
  }
}

function wordsOfRole(role: Role, t: Texts['t']): string {
  switch (role) {
    case 'owner':
      return t('an owner')
    case 'admin':
      return t('an admin')
    case 'editor':
      return t('an editor')
    case 'viewer':
      return t('a viewer')
  }
}
