import type { Role } from '../../api/account/team.ts'
import { t } from '../../languages/text.ts'

/** The rights of each role, in addition to the rights of the roles below it. */
export const roleWords: Readonly<Record<Role, { readonly label: string; readonly may: string }>> = {
  owner: {
    label: t('Owner'),
    may: t('An owner also changes who is an admin or owner, and may delete the organization'),
  },
  admin: {
    label: t('Admin'),
    may: t(
      'An admin also manages API keys, senders, destinations, settings and the team, and reads the audit log',
    ),
  },
  editor: {
    label: t('Editor'),
    may: t('An editor also changes tables, spinners, jobs, arrivals and people'),
  },
  viewer: {
    label: t('Viewer'),
    may: t('A viewer sees tables, spinners, jobs, arrivals, messages and people, and cannot change anything'),
  },
}

const highestFirst = ['owner', 'admin', 'editor', 'viewer'] as const

/** Returns the roles that the signed-in user may give to other members. */
export function rolesAssignableBy(role: Role | undefined): readonly Role[] {
  if (role === 'owner') return highestFirst
  return role === 'admin' ? ['editor', 'viewer'] : []
}
