import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Mail } from '../../../ports/account/mailer.ts'

type Change = 'on' | 'off' | 'reset' | 'newCodes' | 'codeUsed'

const subjects: Readonly<Record<Change, string>> = {
  on: 'Two-factor sign-in was turned on',
  off: 'Two-factor sign-in was turned off',
  reset: 'Your two-factor sign-in was reset',
  newCodes: 'New recovery codes were created',
  codeUsed: 'A recovery code was used to sign in',
}

const words: Readonly<Record<Change, (detail: string) => string>> = {
  on: () =>
    'Two-factor sign-in was turned on for your account on Spindle. From now on, signing in with your password needs a code of your authenticator app as well.',
  off: () =>
    'Two-factor sign-in was turned off for your account on Spindle. From now on, your password alone signs you in.',
  reset: (who) =>
    `${who} has turned off two-factor sign-in for your account on Spindle, so that you can sign in with your password alone and set it up again.`,
  newCodes: () =>
    'New recovery codes were created for your account on Spindle. The recovery codes that you had before no longer work.',
  codeUsed: (left) =>
    `A recovery code was used to sign in to your account on Spindle. You have ${left} left.`,
}

/** Returns the mail that tells a person about a change of their second factor. */
export function secondFactorMail(
  { email, name }: Pick<User, 'email' | 'name'>,
  change: Change,
  detail = '',
): Mail {
  return {
    to: email,
    subject: subjects[change],
    text: `Hello ${nameInMail(name)},

${words[change](detail)}

If you did not expect this, set a new password at once, and ask an owner or admin of your organization for help.
`,
  }
}
