import { revisionOfContent } from '../revision.ts'
import type { Account } from './account.ts'
import type { Role } from './role.ts'

/** A person as a member of one organization. */
export interface User {
  readonly id: string
  readonly organizationId: string
  /** The id of the account by which the person signs in. */
  readonly accountId: string
  /** The e-mail address of the account. */
  readonly email: string
  /** The name of the person in this organization. */
  readonly name: string
  readonly role: Role
  readonly createdAt: Date
}

/** Returns the revision of what members change of another member. */
export function revisionOfMember({ role }: Pick<User, 'role'>): number {
  return revisionOfContent({ role })
}

/** An organization of a person, with the person's role in it. */
export interface Membership extends Pick<User, 'role'> {
  readonly organizationId: string
  readonly organizationName: string
}

/** An account with the users of its person: one in each organization, the user of the last sign-in first. */
export interface KnownAccount {
  readonly account: Account
  readonly users: readonly [User, ...User[]]
}
