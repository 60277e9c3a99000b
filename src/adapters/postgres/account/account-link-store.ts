import type { AccountLink, LinkPurpose } from '../../../domain/account/account-link.ts'
import {
  endOfInvitation,
  type Invitation,
  type InvitationEnd,
  type InvitationView,
  type ListedInvitation,
  type StoredInvitation,
} from '../../../domain/account/invitation.ts'
import type { PasswordReset } from '../../../domain/account/password/password-reset.ts'
import type { Role } from '../../../domain/account/role.ts'
import { type ActorView, operatorActor } from '../../../domain/actor-view.ts'
import { AccountLinkStore, type ResetOwner } from '../../../ports/account/account-links.ts'
import { isHere } from '../cell/is-here.ts'
import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import { actorInColumn } from '../schema/actor-in-column.ts'
import { fieldsOf, type NotNull, type RowOf, type Selected, type TableFields } from '../schema/columns.ts'
import { latestFirst } from './users.ts'

const link = fieldsOf(
  'account_links',
  'digest',
  'purpose',
  'userId',
  'email',
  'organizationId',
  'role',
  'createdAt',
  'expiresAt',
)

const invitationFields = fieldsOf(
  'account_links',
  'id',
  'organizationId',
  'email',
  'invitedBy',
  'createdAt',
  'expiresAt',
)

/** The columns that a query selects of an invitation. */
const invitationColumns = `${invitationFields.selected()}, coalesce(role, 'editor') as role`

/** The row of an invitation. Links of other purposes may lack an id, an organization and an address. */
type InvitationRow = NotNull<Selected<typeof invitationFields>, 'id' | 'organizationId' | 'email'> &
  Pick<Invitation, 'role'>

/** The column with the present role of an invitation's inviter; null if the inviter is no longer a member. */
const inviterColumn = `(select u.role from users u
            where u.id = account_links.invited_by and u.organization_id = account_links.organization_id) as "inviterRole"`

/** The columns of an invitation that say whether it ended with the role of its inviter. */
type InviterRow = Pick<InvitationRow, 'invitedBy' | 'role'> & { readonly inviterRole: Role | null }

type StoredRow = InvitationRow & Pick<TableFields<'account_links'>, 'digest'>

const add: Statement = {
  name: 'add_account_link',
  text: `
    with outdated as (
      delete from account_links where expires_at < $4::timestamptz - interval '1 day'
    )
    insert into account_links (digest, purpose, user_id, created_at, expires_at, email, organization_id, role)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

const take: Statement = {
  name: 'take_account_link',
  text: `
    update account_links set used_at = $3
     where digest = $1 and purpose = $2 and used_at is null and expires_at > $3
    returning ${link.selected()}`,
}

const takeInvitation: Statement = {
  name: 'take_invitation',
  text: `
    update account_links set used_at = $3
     where digest = $1 and purpose = 'invitation' and email = $2 and organization_id is not null
       and used_at is null and expires_at > $3
    returning ${link.selected()}`,
}

const findView: Statement = {
  name: 'find_invitation_view',
  text: `
    select l.email, coalesce(l.role, 'editor') as role, l.expires_at as "expiresAt", o.name as "organizationName",
           a.email as "inviterEmail"
      from account_links l join organizations o on o.id = l.organization_id
           left join users i on i.id = l.invited_by left join accounts a on a.id = i.account_id
     where l.digest = $1 and l.purpose = 'invitation' and l.used_at is null and l.expires_at > $2`,
}

const findOrganizationOfUsed: Statement = {
  name: 'find_organization_of_used_invitation',
  text: `
    select organization_id from account_links
     where digest = $1 and purpose = 'invitation' and email = $2 and used_at is not null`,
}

const findUser: Statement = {
  name: 'find_user_of_account_link',
  text: `
    select user_id from account_links
     where digest = $1 and purpose = $2 and used_at is null and expires_at > $3`,
}

const wasTaken: Statement = {
  name: 'was_account_link_taken',
  text: `
    select 1 from account_links
     where user_id = $1 and purpose = $2 and email = $3 and used_at is not null limit 1`,
}

const endLinks: Statement = {
  name: 'end_account_links',
  text: `
    delete from account_links
     where user_id in (select id from users where account_id = $1) and purpose = any($2::text[])`,
}

const listInvitations: Statement = {
  name: 'list_invitations',
  text: `
    select ${invitationColumns}, ${inviterColumn}, ${actorInColumn('account_links.invited_by')} as inviter from account_links
     where organization_id = $1 and purpose = 'invitation' and used_at is null and id is not null
     order by created_at desc, id`,
}

const isInvited: Statement = {
  name: 'is_invited',
  text: `
    select invited_by as "invitedBy", coalesce(role, 'editor') as role, ${inviterColumn} from account_links
     where email = $1 and purpose = 'invitation' and used_at is null and expires_at > $2`,
}

const findInviter: Statement = {
  name: 'find_inviter',
  text: `
    select invited_by as "invitedBy", coalesce(role, 'editor') as role, ${inviterColumn} from account_links
     where digest = $1 and purpose = 'invitation'`,
}

const invite: Statement = {
  name: 'invite',
  text: `
    with replaced as (
      delete from account_links
       where organization_id = $2 and email = $3 and purpose = 'invitation' and used_at is null and digest <> $8
    )
    insert into account_links
      (id, organization_id, email, role, invited_by, created_at, expires_at, digest, purpose)
    values ($1, $2, $3, $4, $5, $6, $7, $8, 'invitation')`,
}

// Finds and locks the unused invitations to an address. A new invitation to the same address replaces them.
const lockInvitationsOf: Statement = {
  name: 'lock_invitations_of',
  text: `
    select ${invitationColumns}, digest from account_links
     where organization_id = $1 and email = $2 and purpose = 'invitation' and used_at is null
     order by digest for update`,
}

const lockInvitation: Statement = {
  name: 'lock_invitation',
  text: `
    select ${invitationColumns}, digest from account_links
     where id = $2 and organization_id = $1 and used_at is null for update`,
}

const resetOwner = fieldsOf('users', 'id', 'organizationId', 'name')

const addReset: Statement = {
  name: 'add_password_reset',
  text: `
    with account as (
      select id, email from accounts where email = $1
    ), outdated as (
      delete from password_resets where expires_at < $3::timestamptz - interval '1 day'
    ), added as (
      insert into password_resets (digest, account_id, created_at, expires_at)
      values ($2, (select id from account), $3, $4)
    )
    select ${resetOwner.selected('u')}, a.email, o.language
      from account a join users u on u.account_id = a.id join organizations o on o.id = u.organization_id
      ${latestFirst.join}
     where ${isHere('u.organization_id')} order by ${latestFirst.order} limit 1`,
}

const accountOfReset: Statement = {
  name: 'find_account_of_password_reset',
  text: 'select account_id from password_resets where digest = $1 and used_at is null and expires_at > $2',
}

// Marks a password-reset link as used, and with it the account's other reset links, because they are as old as
// the lost password. Locks the account first; otherwise two links of one account could deadlock.
const takeReset: Statement = {
  name: 'take_password_reset',
  text: `
    with owner as materialized (
      select a.id from accounts a join password_resets r on r.account_id = a.id
       where r.digest = $1 for no key update of a
    ), taken as (
      update password_resets r set used_at = $2 from owner
       where r.digest = $1 and r.account_id = owner.id and r.used_at is null and r.expires_at > $2
      returning r.account_id
    ), others as (
      update password_resets r set used_at = $2 from taken t
       where r.account_id = t.account_id and r.used_at is null and r.digest <> $1
    )
    select account_id from taken`,
}

const links = entity('account_links', 'id')

const resets = entity('password_resets', 'digest')

export class PostgresAccountLinkStore extends AccountLinkStore {
  readonly #executor: Executor

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override async invitations(organizationId: string): Promise<readonly ListedInvitation[]> {
    type Row = InvitationRow & InviterRow & { readonly inviter: ActorView | null }
    const rows = await this.#executor.read<Row>(listInvitations, [organizationId])
    return rows.map(({ inviterRole, inviter, ...row }) => ({
      ...row,
      inviter: inviter ?? operatorActor,
      endedBecause: endOfInvitation(row, inviterRole),
    }))
  }

  override async add(added: AccountLink): Promise<void> {
    const { digest, purpose, userId, createdAt, expiresAt, email, organizationId, role } = added
    const values = [digest, purpose, userId, createdAt, expiresAt, email, organizationId, role]
    await this.#executor.write(add, values)
  }

  override async take(digest: string, purpose: LinkPurpose, at: Date): Promise<AccountLink | null> {
    type Row = Selected<typeof link>
    const [answer] = await this.#executor.write<Row>(take, [digest, purpose, at])
    return answer ?? null
  }

  override async takeInvitation(digest: string, email: string, at: Date): Promise<AccountLink | null> {
    type Row = Selected<typeof link>
    const [answer] = await this.#executor.write<Row>(takeInvitation, [digest, email, at])
    return answer ?? null
  }

  override async organizationOfUsed(digest: string, email: string): Promise<string | null> {
    type Row = Pick<RowOf<'account_links'>, 'organization_id'>
    const [row] = await this.#executor.read<Row>(findOrganizationOfUsed, [digest, email])
    return row?.organization_id ?? null
  }

  override async userOf(digest: string, purpose: LinkPurpose, at: Date): Promise<string | null> {
    type Row = Pick<RowOf<'account_links'>, 'user_id'>
    const [row] = await this.#executor.read<Row>(findUser, [digest, purpose, at])
    return row?.user_id ?? null
  }

  override async wasTaken(userId: string, purpose: LinkPurpose, email: string): Promise<boolean> {
    return (await this.#executor.read(wasTaken, [userId, purpose, email])).length > 0
  }

  override async endLinks(accountId: string, purposes: readonly LinkPurpose[]): Promise<void> {
    await this.#executor.write(endLinks, [accountId, purposes])
  }

  override async viewOf(digest: string, at: Date): Promise<InvitationView | null> {
    const [view] = await this.#executor.read<InvitationView>(findView, [digest, at])
    return view ?? null
  }

  override async isInvited(email: string, at: Date): Promise<boolean> {
    const rows = await this.#executor.read<InviterRow>(isInvited, [email, at])
    return rows.some((row) => endOfInvitation(row, row.inviterRole) === null)
  }

  override async endOf(digest: string): Promise<InvitationEnd | null> {
    const [row] = await this.#executor.read<InviterRow>(findInviter, [digest])
    return row === undefined ? null : endOfInvitation(row, row.inviterRole)
  }

  override async invite(invitation: StoredInvitation): Promise<void> {
    const { id, organizationId, email, role, invitedBy, createdAt, expiresAt, digest } = invitation
    const values = [id, organizationId, email, role, invitedBy, createdAt, expiresAt, digest]
    await this.#executor.write(invite, values)
  }

  override lockInvitationsOf(organizationId: string, email: string): Promise<StoredInvitation[]> {
    return this.#executor.write<StoredRow>(lockInvitationsOf, [organizationId, email])
  }

  override async lockInvitation(organizationId: string, id: string): Promise<StoredInvitation | null> {
    const [invitation] = await this.#executor.write<StoredRow>(lockInvitation, [organizationId, id])
    return invitation ?? null
  }

  override async withdraw(id: string): Promise<void> {
    await links.within(this.#executor).remove({ id, usedAt: null })
  }

  override async addReset(email: string, reset: PasswordReset): Promise<ResetOwner | null> {
    const { digest, createdAt, expiresAt } = reset
    const values = [email, digest, createdAt, expiresAt]
    type Row = Selected<typeof resetOwner> &
      Pick<RowOf<'accounts'>, 'email'> &
      Pick<RowOf<'organizations'>, 'language'>
    const [user] = await this.#executor.write<Row>(addReset, values)
    return user ?? null
  }

  override async accountOfReset(digest: string, at: Date): Promise<string | null> {
    type Row = Pick<RowOf<'password_resets'>, 'account_id'>
    const [row] = await this.#executor.read<Row>(accountOfReset, [digest, at])
    return row?.account_id ?? null
  }

  override async takeReset(digest: string, at: Date): Promise<string | null> {
    type Row = Pick<RowOf<'password_resets'>, 'account_id'>
    const [row] = await this.#executor.write<Row>(takeReset, [digest, at])
    return row?.account_id ?? null
  }

  override async endResets(accountId: string, at: Date): Promise<void> {
    await resets.within(this.#executor).patch({ accountId, usedAt: null }, { usedAt: at })
  }
}
