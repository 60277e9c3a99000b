import type { Role } from '../../../domain/account/role.ts'

/** Returns the role of a user from its database row. The previous version writes "member" for an editor. */
export function roleIn(column: Role | 'member'): Role {
  return column === 'member' ? 'editor' : column
}
