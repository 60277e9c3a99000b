/**
 * The roles in an organization. Each role includes the permissions of the roles before it. A viewer reads. An
 * editor changes tables, records, spinners, jobs, arrivals and people. An admin also manages keys, senders,
 * settings, and viewers and editors. An owner also manages the plan, admins and owners.
 */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const
export type Role = (typeof roles)[number]

/** The least role for each action that is not a route of the API. A route names its own least role. */
const minRoles = {
  seeIngestTokens: 'editor',
  connectSenders: 'admin',
  /** The action of connecting the organization's own sign-in provider, which decides who becomes a member. */
  connectSignInProvider: 'owner',
  /** The action of publishing a spinner although receivers cannot verify its sender. */
  insistOnPublishing: 'admin',
  choosePlan: 'owner',
  /** The action of managing admins and owners. Admins without it may manage viewers and editors. */
  manageEverybody: 'owner',
} as const satisfies Readonly<Record<string, Role>>

export type RoleAction = keyof typeof minRoles

export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

export function isAllowed(role: Role, action: RoleAction): boolean {
  return isAtLeast(role, minRoles[action])
}

/**
 * Returns whether a person with one role may invite people to another role, give it or remove people who have
 * it. A change of role must be checked for the old and the new role.
 */
export function mayManage(role: Role, touched: Role): boolean {
  if (isAllowed(role, 'manageEverybody')) return true
  return isAtLeast(role, 'admin') && !isAtLeast(touched, 'admin')
}

const articles: Readonly<Record<Role, string>> = {
  viewer: 'a viewer',
  editor: 'an editor',
  admin: 'an admin',
  owner: 'an owner',
}

/** Returns the role with its article, such as "an editor". */
export function roleWithArticle(role: Role): string {
  return articles[role]
}
