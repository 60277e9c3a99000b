import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import { type Role, roleWithArticle } from '../../../domain/account/role.ts'
import type { Mail } from '../../../ports/account/mailer.ts'

interface Invited {
  readonly to: string
  readonly by: string
  readonly organization: string
  readonly role: Role
  readonly url: string
}

export function invitationMail({ to, by, organization, role, url }: Invited): Mail {
  return {
    to,
    subject: `Join ${nameInMail(organization)} on Spindle`,
    text: `Hello,

${nameInMail(by)} invites you to join the organization "${nameInMail(organization)}" on Spindle as ${roleWithArticle(role)}. Open this link to join; if you have no account on Spindle yet, you create one. It works once, within 7 days, and only for this e-mail address:

${url}

If you do not know the person who invites you, you can ignore this e-mail: nothing happens then.
`,
  }
}
