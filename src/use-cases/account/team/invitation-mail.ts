import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import { inWords, type Role } from '../../../domain/account/role.ts'
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

${nameInMail(by)} invites you to join "${nameInMail(organization)}" on Spindle as ${inWords(role)}. Use this link; it works once, within 7 days, and for this address alone:

${url}

If you do not know them, there is nothing to do.
`,
  }
}
