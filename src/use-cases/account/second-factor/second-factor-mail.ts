import { nameInMail } from '../../../domain/account/name-in-mail.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Texts } from '../../../domain/text/texts.ts'
import type { Mail } from '../../../ports/account/mailer.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { textsOfOrganization } from '../texts-of-organization.ts'

/** A change of a second factor, with the facts about it that the mail names. */
type Change =
  | { readonly kind: 'on' | 'off' | 'newCodes' | 'appRemoved' | 'resetByOperator' }
  | { readonly kind: 'reset'; readonly by: Pick<User, 'email' | 'name'> }
  | { readonly kind: 'codeUsed'; readonly remaining: number }
  | { readonly kind: 'passkeyAdded' | 'passkeyRemoved'; readonly passkey: string }

/** Returns the mail that tells a person about a change of their second factor, in the language of the organization. */
export async function secondFactorMail(
  tx: Transaction,
  { organizationId, email, name }: Pick<User, 'organizationId' | 'email' | 'name'>,
  change: Change,
): Promise<Mail> {
  const texts = await textsOfOrganization(tx, organizationId)
  const { t } = texts
  const [subject, words] = wordsOf(change, texts)
  return {
    to: email,
    subject,
    text: [
      t('Hello {name},', { name: nameInMail(name) }),
      words,
      t(
        'If you did not expect this, set a new password at once, and ask an owner or admin of your organization for help.',
      ),
    ].join('\n\n'),
  }
}

/** Returns the subject of the mail about a change, and the paragraph that describes the change. */
function wordsOf(change: Change, { t }: Texts): readonly [subject: string, words: string] {
  switch (change.kind) {
    case 'on':
      return [
        t('Two-factor sign-in was turned on'),
        t(
          'An authenticator app was set up for your account on Spindle. From now on, signing in with your password needs a code of the app, or a passkey if you have one.',
        ),
      ]
    case 'off':
      return [
        t('Two-factor sign-in was turned off'),
        t(
          'Two-factor sign-in was turned off for your account on Spindle, and your passkeys were removed. From now on, your password alone signs you in.',
        ),
      ]
    case 'newCodes':
      return [
        t('New recovery codes were created'),
        t(
          'New recovery codes were created for your account on Spindle. The recovery codes that you had before no longer work.',
        ),
      ]
    case 'appRemoved':
      return [
        t('Your authenticator app was removed'),
        t(
          'The authenticator app was removed from your account on Spindle. From now on, signing in with your password needs one of your passkeys as well.',
        ),
      ]
    case 'codeUsed':
      return [
        t('A recovery code was used to sign in'),
        t(
          'A recovery code was used to sign in to your account on Spindle. You have {count, plural, one {# recovery code} other {# recovery codes}} left.',
          { count: change.remaining },
        ),
      ]
    case 'reset':
      return [t('Your two-factor sign-in was reset'), wordsOfReset(change.by, t)]
    case 'resetByOperator':
      return [
        t('Your two-factor sign-in was reset'),
        t(
          'The operator of the service has turned off two-factor sign-in for your account on Spindle and removed your passkeys, so that you can sign in with your password alone and set it up again.',
        ),
      ]
    case 'passkeyAdded':
      return [
        t('A passkey was added to your account'),
        t(
          'The passkey "{name}" was added to your account on Spindle. It signs you in, also without your password.',
          { name: nameInMail(change.passkey) },
        ),
      ]
    case 'passkeyRemoved':
      return [
        t('A passkey was removed from your account'),
        t('The passkey "{name}" was removed from your account on Spindle. It no longer signs you in.', {
          name: nameInMail(change.passkey),
        }),
      ]
  }
}

function wordsOfReset({ name, email }: Pick<User, 'email' | 'name'>, t: Texts['t']): string {
  return t(
    '{name} ({email}) has turned off two-factor sign-in for your account on Spindle and removed your passkeys, so that you can sign in with your password alone and set it up again.',
    { name: nameInMail(name), email },
  )
}
