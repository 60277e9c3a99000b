import type { Role } from '../../../domain/account/role.ts'

/** Of a row; the former version writes "member" for what is an editor. */
export function roleIn(column: Role | 'member'): Role {
  return column === 'member' ? 'editor' : column
}
