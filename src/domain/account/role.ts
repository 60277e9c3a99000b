/**
 * What a person may do in their organization; each may what those before it may. A viewer reads. An editor does the work:
 * tables, records, spinners, jobs, arrivals, people. An admin also opens the organization to others: keys, senders,
 * settings, people below admin. An owner has all of it: the plan, and who is an admin or an owner.
 */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** What is decided by the role elsewhere than at a route, which names the least role that it takes. */
const leastRoles = {
  seeIngestTokens: 'editor',
  connectSenders: 'admin',
  /** To publish although receivers cannot tell whose mail it is. */
  insistOnPublishing: 'admin',
  choosePlan: 'owner',
  /** Admins and owners; who stands below is managed by admins too. */
  manageEverybody: 'owner',
} as const satisfies Readonly<Record<string, Role>>

export type RoleAction = keyof typeof leastRoles

export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

export function may(role: Role, action: RoleAction): boolean {
  return isAtLeast(role, leastRoles[action])
}

/** Whether somebody may give a role, take it away, or invite to it. Each role that is touched is asked for. */
export function mayManage(role: Role, touched: Role): boolean {
  if (may(role, 'manageEverybody')) return true
  return isAtLeast(role, 'admin') && !isAtLeast(touched, 'admin')
}

const articles: Readonly<Record<Role, string>> = {
  viewer: 'a viewer',
  editor: 'an editor',
  admin: 'an admin',
  owner: 'an owner',
}

/** "an editor". */
export function inWords(role: Role): string {
  return articles[role]
}
