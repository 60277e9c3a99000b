import { noPassword } from '../../../domain/account/account.ts'
import { endOfInvitation, type ListedInvitation } from '../../../domain/account/invitation.ts'
import type { Passkey } from '../../../domain/account/second-factor/passkey.ts'
import {
  hasApp,
  mustSetUpSecondFactor,
  type SetUpFacts,
} from '../../../domain/account/second-factor/second-factor.ts'
import type { Session, SignedIn } from '../../../domain/account/sessions/session.ts'
import type { KnownAccount, Membership } from '../../../domain/account/user.ts'
import { Accounts, type Member, type OwnSecondFactor } from '../../../ports/account/accounts.ts'
import type { Database, Statement } from '../database.ts'
import { fieldsOf, type Selected, type TableFields } from '../schema/columns.ts'
import {
  type InvitationRow,
  type InviterRow,
  invitationColumns,
  inviterColumn,
} from './account-link-store.ts'
import { passkeys, secondFactors } from './account-store.ts'
import { UsageBatch } from './usage-batch.ts'
import { isHere, latestFirst, type UserRow, userColumns } from './user-store.ts'

const client = fieldsOf('sessions', 'expiresAt', 'howEnded', 'kind', 'userAgent', 'address', 'vouchedBy')

const listed = fieldsOf(
  'sessions',
  'id',
  'userId',
  'createdAt',
  'expiresAt',
  'kind',
  'userAgent',
  'address',
  'vouchedBy',
)

const signInFields = fieldsOf('accounts', 'passwordHash', 'addressConfirmedAt')

// Finds an account and its users in one statement, so that the time of a refused sign-in does not reveal whether the
// account exists.
const findAccount: Statement = {
  name: 'find_account_by_email',
  text: `
    select ${userColumns}, ${signInFields.selected('a')}, a.created_at as "openedAt"
      from accounts a join users u on u.account_id = a.id
      ${latestFirst.join}
     where a.email = $1 and ${isHere} order by ${latestFirst.order}`,
}

interface KnownRow extends UserRow, Selected<typeof signInFields> {
  readonly openedAt: TableFields<'accounts'>['createdAt']
}

const findSession: Statement = {
  name: 'find_session',
  text: `
    select s.id as "sessionId", s.created_at as "startedAt", ${client.selected('s')},
           coalesce(s.seen_at, s.created_at) as "seenAt", ${userColumns},
           c.organization_id as "testId", c.now as "testNow", d.until as "deletesAt",
           r.second_factor_required_at as "requiredAt", a.password_hash <> '${noPassword}' as "hasPassword",
           r.second_factor_required_at is not null and exists (
             select from second_factors f where f.account_id = u.account_id and f.confirmed_at is not null) as "hasSecondFactor"
      from sessions s join users u on u.id = s.user_id join accounts a on a.id = u.account_id
      join organizations r on r.id = u.organization_id
      left join departures d on d.organization_id = u.organization_id and d.state in ('grace', 'deleting')
      left join organizations o on s.test_mode and o.test_of = u.organization_id
      left join test_clocks c on c.organization_id = o.id
     where s.id = $1`,
}

const listMemberships: Statement = {
  name: 'list_memberships',
  text: `
    select u.organization_id as "organizationId", o.name as "organizationName", u.role
      from users u join organizations o on o.id = u.organization_id
     where u.account_id = $1 and ${isHere} order by o.name, o.id`,
}

type MembershipRow = Pick<TableFields<'users'>, 'organizationId' | 'role'> &
  Pick<Membership, 'organizationName'>

const listMembers: Statement = {
  name: 'list_members',
  text: `
    select ${userColumns},
           (select max(coalesce(s.seen_at, s.created_at)) from sessions s where s.user_id = u.id) as "seenAt",
           exists (select from second_factors f where f.account_id = u.account_id and f.confirmed_at is not null) as "hasSecondFactor"
      from users u join accounts a on a.id = u.account_id where u.organization_id = $1
     order by array_position(array['owner', 'admin', 'editor', 'viewer'], u.role), u.name, u.id`,
}

const listInvitations: Statement = {
  name: 'list_invitations',
  text: `
    select ${invitationColumns}, ${inviterColumn} from account_links
     where organization_id = $1 and purpose = 'invitation' and used_at is null and id is not null
     order by created_at desc, id`,
}

const listSessions: Statement = {
  name: 'list_sessions',
  text: `
    select ${listed.selected()}, how_ended as "end", coalesce(seen_at, created_at) as "seenAt"
      from sessions where user_id = $1 and ended_at is null and expires_at > $2
     order by coalesce(seen_at, created_at) desc, id`,
}

const noteSessionUses: Statement = {
  name: 'note_session_usage',
  text: `
    update sessions s set seen_at = u.at
      from unnest($1::text[], $2::timestamptz[]) u(id, at)
     where s.id = u.id::uuid and coalesce(s.seen_at, s.created_at) < u.at`,
}

interface SessionRow extends UserRow, Selected<typeof client>, Omit<SetUpFacts, 'session'> {
  readonly sessionId: TableFields<'sessions'>['id']
  readonly startedAt: TableFields<'sessions'>['createdAt']
  readonly seenAt: Date
  readonly testId: TableFields<'test_clocks'>['organizationId'] | null
  readonly testNow: TableFields<'test_clocks'>['now'] | null
  readonly deletesAt: Date | null
}

interface ListedRow extends Selected<typeof listed> {
  readonly end: TableFields<'sessions'>['howEnded']
  readonly seenAt: Date
}

export class PostgresAccounts extends Accounts {
  readonly #database: Database
  readonly #sessionUses: UsageBatch

  constructor(database: Database) {
    super()
    this.#database = database
    this.#sessionUses = new UsageBatch(database, noteSessionUses)
  }

  override async accountByEmail(email: string): Promise<KnownAccount | null> {
    const rows = await this.#database.read<KnownRow>(findAccount, [email])
    const [user, ...others] = rows.map(userFrom)
    const [row] = rows
    if (user === undefined || row === undefined) return null
    const { passwordHash, addressConfirmedAt, openedAt: createdAt } = row
    const account = { id: user.accountId, email, passwordHash, addressConfirmedAt, createdAt }
    return { account, users: [user, ...others] }
  }

  override async secondFactor(accountId: string): Promise<OwnSecondFactor | null> {
    const factor = await secondFactors.within(this.#database).find({ accountId })
    if (factor === null || factor.confirmedAt === null) return null
    const recoveryCodes = factor.recoveryDigests.length
    return { confirmedAt: factor.confirmedAt, recoveryCodes, hasApp: hasApp(factor) }
  }

  override passkeys(accountId: string): Promise<readonly Passkey[]> {
    return passkeys.within(this.#database).list({ accountId }, 'createdAt', 'id')
  }

  override passkey(credentialId: string): Promise<Passkey | null> {
    return passkeys.within(this.#database).find({ credentialId })
  }

  override membershipsOf(accountId: string): Promise<readonly Membership[]> {
    return this.#database.read<MembershipRow>(listMemberships, [accountId])
  }

  override async signedIn(sessionId: string): Promise<SignedIn | null> {
    const [row] = await this.#database.read<SessionRow>(findSession, [sessionId])
    if (row === undefined) return null
    const { expiresAt, howEnded: end, kind, userAgent, address, seenAt, vouchedBy } = row
    const ids = { id: row.sessionId, userId: row.id, createdAt: row.startedAt }
    const session = { ...ids, expiresAt, end, kind, userAgent, address, seenAt, vouchedBy }
    const { testId, testNow, deletesAt } = row
    const test = testId === null || testNow === null ? null : { organizationId: testId, now: testNow }
    return {
      session,
      user: userFrom(row),
      test,
      ...(mustSetUpSecondFactor({ ...row, session }) ? { mustSetUpSecondFactor: true } : {}),
      ...(deletesAt === null ? {} : { deletesAt }),
    }
  }

  override async members(organizationId: string): Promise<readonly Member[]> {
    const rows = await this.#database.read<UserRow & Pick<Member, 'seenAt' | 'hasSecondFactor'>>(
      listMembers,
      [organizationId],
    )
    return rows.map(({ seenAt, hasSecondFactor, ...row }) => ({ ...userFrom(row), seenAt, hasSecondFactor }))
  }

  override async invitations(organizationId: string): Promise<readonly ListedInvitation[]> {
    const rows = await this.#database.read<InvitationRow & InviterRow>(listInvitations, [organizationId])
    return rows.map(({ inviterRole, ...row }) => ({
      ...row,
      endedBecause: endOfInvitation(row, inviterRole),
    }))
  }

  override async sessionsOf(userId: string, now: Date): Promise<readonly Session[]> {
    return this.#database.read<ListedRow>(listSessions, [userId, now])
  }

  override noteSessionUse(sessionId: string, at: Date): void {
    this.#sessionUses.note(sessionId, at)
  }
}

function userFrom({
  id,
  organizationId,
  accountId,
  email,
  name,
  role,
  createdAt,
}: UserRow): SignedIn['user'] {
  return { id, organizationId, accountId, email, name, role, createdAt }
}
