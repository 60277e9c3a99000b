import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Mail } from '../../../ports/account/mailer.ts'

type Change =
  | 'on'
  | 'off'
  | 'reset'
  | 'newCodes'
  | 'codeUsed'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'appRemoved'

const subjects: Readonly<Record<Change, string>> = {
  on: 'Two-factor sign-in was turned on',
  off: 'Two-factor sign-in was turned off',
  reset: 'Your two-factor sign-in was reset',
  newCodes: 'New recovery codes were created',
  codeUsed: 'A recovery code was used to sign in',
  passkeyAdded: 'A passkey was added to your account',
  passkeyRemoved: 'A passkey was removed from your account',
  appRemoved: 'Your authenticator app was removed',
}

const words: Readonly<Record<Change, (detail: string) => string>> = {
  on: () =>
    'An authenticator app was set up for your account on Spindle. From now on, signing in with your password needs a code of the app, or a passkey if you have one.',
  off: () =>
    'Two-factor sign-in was turned off for your account on Spindle, and your passkeys were removed. From now on, your password alone signs you in.',
  reset: (who) =>
    `${who} has turned off two-factor sign-in for your account on Spindle and removed your passkeys, so that you can sign in with your password alone and set it up again.`,
  newCodes: () =>
    'New recovery codes were created for your account on Spindle. The recovery codes that you had before no longer work.',
  codeUsed: (left) =>
    `A recovery code was used to sign in to your account on Spindle. You have ${left} left.`,
  passkeyAdded: (name) =>
    `The passkey "${nameInMail(name)}" was added to your account on Spindle. It signs you in, also without your password.`,
  passkeyRemoved: (name) =>
    `The passkey "${nameInMail(name)}" was removed from your account on Spindle. It no longer signs you in.`,
  appRemoved: () =>
    'The authenticator app was removed from your account on Spindle. From now on, signing in with your password needs one of your passkeys as well.',
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
