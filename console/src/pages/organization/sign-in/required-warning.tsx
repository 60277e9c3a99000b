import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OrganizationSignIn } from '../../../api/account/organization-sign-in.ts'
import { membersQuery } from '../../../api/account/team.ts'
import { t } from '../../../languages/text.ts'

const maxListed = 5

/** Warns of the members who are signed out, or locked out, when the provider becomes required. */
export function RequiredWarning({ domains }: Pick<OrganizationSignIn, 'domains'>) {
  const { data: members = [] } = useQuery(membersQuery)
  const proven = new Set(domains.filter(({ provenAt }) => provenAt !== null).map(({ domain }) => domain))
  const outside = members
    .filter(({ role, hasSecondFactor }) => role !== 'owner' || !hasSecondFactor)
    .map(({ email }) => email)
    .filter((email) => !proven.has(email.slice(email.lastIndexOf('@') + 1).toLowerCase()))
  const further = outside.length - maxListed
  return (
    <Alert color="yellow" title={t('Members are signed out when you save')}>
      {t(
        'Members who signed in with a password or a passkey are signed out, except owners with two-factor sign-in.',
      )}
      {outside.length > 0 &&
        (further > 0
          ? t(
              ' {count, plural, one {# member} other {# members}} with an address at another domain can no longer sign in: {outside} and {further} more.',
              { count: outside.length, outside: outside.slice(0, maxListed).join(', '), further },
            )
          : t(
              ' {count, plural, one {# member} other {# members}} with an address at another domain can no longer sign in: {outside}.',
              { count: outside.length, outside: outside.slice(0, maxListed).join(', ') },
            ))}
    </Alert>
  )
}
