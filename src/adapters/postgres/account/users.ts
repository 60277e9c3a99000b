import type { Membership, User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Member } from '../../../ports/account/accounts.ts'
import { isHere } from '../cell/is-here.ts'
import type { Statement } from '../database.ts'
import { sqlState, uniqueViolation } from '../faults.ts'
import { type Executor, entity } from '../rows.ts'
import type { RowOf, Selected, TableFields } from '../schema/columns.ts'

const removedMembers = entity('removed_members', 'email')
const users = entity('users', 'id', 'organizationId', 'accountId', 'name', 'role', 'createdAt')

/** The columns that a query selects of a user `u` and their account `a`. */
export const userColumns = `${users.selected('u')}, a.email`

/** The row of a user with the address of the account. */
export type UserRow = Selected<typeof users> & Pick<RowOf<'accounts'>, 'email'>

const lockOne: Statement = {
  name: 'lock_user',
  text: `
    select ${userColumns} from users u join accounts a on a.id = u.account_id
     where u.id = $1 for no key update of u`,
}

/**
 * The join and the order that list users `u` with the user of the last sign-in first. The newest session of each user
 * is kept until their next sign-in.
 */
export const latestFirst = {
  join: `left join lateral (
      select s.created_at, s.id from sessions s where s.user_id = u.id
       order by s.created_at desc, s.id desc limit 1) l on true`,
  order: 'l.created_at desc nulls last, l.id desc, u.created_at, u.id',
}

const listOfAccount: Statement = {
  name: 'list_users_of_account',
  text: `
    select ${userColumns} from users u join accounts a on a.id = u.account_id
      ${latestFirst.join}
     where u.account_id = $1 and ${isHere('u.organization_id')} order by ${latestFirst.order}`,
}

const listOwners: Statement = {
  name: 'list_owners_of_organization',
  text: `
    select ${userColumns} from users u join accounts a on a.id = u.account_id
     where u.organization_id = $1 and u.role = 'owner'`,
}

const listMemberships: Statement = {
  name: 'list_memberships',
  text: `
    select u.organization_id as "organizationId", o.name as "organizationName", u.role
      from users u join organizations o on o.id = u.organization_id
     where u.account_id = $1 and ${isHere('u.organization_id')} order by o.name, o.id`,
}

type MembershipRow = Pick<TableFields<'users'>, 'organizationId' | 'role'> &
  Pick<Membership, 'organizationName'>

const listMembers: Statement = {
  name: 'list_members',
  text: `
    select ${userColumns},
           (select max(coalesce(s.last_seen_at, s.created_at)) from sessions s where s.user_id = u.id) as "lastSeenAt",
           exists (select from second_factors f where f.account_id = u.account_id and f.confirmed_at is not null) as "hasSecondFactor"
      from users u join accounts a on a.id = u.account_id where u.organization_id = $1
     order by array_position(array['owner', 'admin', 'editor', 'viewer'], u.role), u.name, u.id`,
}

const accounts = entity('accounts', 'id')

const remove: Statement = {
  name: 'remove_user',
  text: `
    with links as (delete from account_links where user_id = $1),
         consents as (delete from sender_oauth_states where user_id = $1),
         opened as (delete from sessions where user_id = $1),
         layouts as (delete from views where user_id = $1),
         subjects as (delete from member_identities where user_id = $1)
    delete from users where id = $1`,
}

// Deletes an account without users. Runs after the account was locked, so that of two transactions that remove its
// last two users the second one finds none.
const removeAccount: Statement = {
  name: 'remove_account_without_users',
  text: `
    with lone as (
      select a.id from accounts a where a.id = $1 and not exists (select from users u where u.account_id = a.id)
    ), resets as (delete from password_resets r using lone where r.account_id = lone.id),
       keys as (delete from passkeys k using lone where k.account_id = lone.id),
       factors as (delete from second_factors f using lone where f.account_id = lone.id),
       identities as (delete from open_id_identities i using lone where i.account_id = lone.id)
    delete from accounts a using lone where a.id = lone.id`,
}

export async function membersOf(executor: Executor, organizationId: string): Promise<readonly Member[]> {
  const rows = await executor.read<UserRow & Pick<Member, 'lastSeenAt' | 'hasSecondFactor'>>(listMembers, [
    organizationId,
  ])
  return rows.map(({ lastSeenAt, hasSecondFactor, ...row }) => ({
    ...userFrom(row),
    lastSeenAt,
    hasSecondFactor,
  }))
}

export function membershipsOf(executor: Executor, accountId: string): Promise<readonly Membership[]> {
  return executor.read<MembershipRow>(listMemberships, [accountId])
}

export async function addUser(executor: Executor, user: User): Promise<void> {
  try {
    await users.within(executor).add(user)
    await removedMembers.within(executor).remove({ organizationId: user.organizationId, email: user.email })
  } catch (error) {
    throw sqlState(error) === uniqueViolation ? alreadyMember() : error
  }
}

export async function lockUser(executor: Executor, id: string): Promise<User | null> {
  const [user] = await executor.write<UserRow>(lockOne, [id])
  return user ?? null
}

export function usersOf(executor: Executor, accountId: string): Promise<readonly User[]> {
  return executor.read<UserRow>(listOfAccount, [accountId])
}

export function ownersOf(executor: Executor, organizationId: string): Promise<readonly User[]> {
  return executor.read<UserRow>(listOwners, [organizationId])
}

export async function removeUser(
  executor: Executor,
  { id, accountId }: Pick<User, 'id' | 'accountId'>,
): Promise<void> {
  await accounts.within(executor).lock({ id: accountId })
  await executor.write(remove, [id])
  await executor.write(removeAccount, [accountId])
}

export async function saveUser(executor: Executor, { id, name, role }: User): Promise<void> {
  await users.within(executor).patch({ id }, { name, role })
}

function alreadyMember(): DomainError {
  return new DomainError('CONFLICT', { message: 'This person is already a member of the organization' })
}

/** Returns a user without the other columns of a row. */
export function userFrom({ id, organizationId, accountId, email, name, role, createdAt }: UserRow): User {
  return { id, organizationId, accountId, email, name, role, createdAt }
}
