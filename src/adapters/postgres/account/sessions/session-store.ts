import type {
  Session,
  SessionEnd,
  SessionKind,
  SignInClient,
} from '../../../../domain/account/sessions/session.ts'
import { SessionStore } from '../../../../ports/account/accounts.ts'
import type { Statement } from '../../database.ts'
import { type Executor, entity } from '../../rows.ts'
import { fieldsOf, type Selected, type TableFields } from '../../schema/columns.ts'

const replace: Statement = {
  name: 'replace_sessions_of_user',
  text: `
    update sessions set ended_at = $2, how_ended = 'replaced'
     where user_id = $1 and kind = any($3::text[]) and ended_at is null`,
}

const users = entity('users', 'id')

const leaveOneEach: Statement = {
  name: 'leave_one_session_each',
  text: `
    update sessions s set ended_at = $3, how_ended = 'replaced'
     where s.user_id in (select u.id from users u where u.organization_id = $1)
       and s.ended_at is null and s.id is distinct from $2::uuid
       and exists (
         select from sessions o
          where o.user_id = s.user_id and o.ended_at is null and o.expires_at > $3
            and (o.id = $2::uuid or (o.created_at, o.id) > (s.created_at, s.id)))`,
}

const endByAccount: Statement = {
  name: 'end_sessions_by_account',
  text: `
    update sessions s set ended_at = $3, how_ended = $2
      from users u
     where u.organization_id = $1 and s.user_id = u.id and s.ended_at is null and s.vouched_by = 'account'
       and not (u.role = 'owner' and exists (
             select from second_factors f where f.account_id = u.account_id and f.confirmed_at is not null))`,
}

const endOfOthers: Statement = {
  name: 'end_sessions_of_other_members',
  text: `
    update sessions s set ended_at = $4, how_ended = $3
      from users u
     where u.organization_id = $1 and u.account_id <> $2 and s.user_id = u.id and s.ended_at is null`,
}

const client = fieldsOf('sessions', 'kind', 'userAgent', 'ipAddress')

const listed = fieldsOf(
  'sessions',
  'id',
  'userId',
  'createdAt',
  'expiresAt',
  'kind',
  'userAgent',
  'ipAddress',
  'vouchedBy',
)

const listSessions: Statement = {
  name: 'list_sessions',
  text: `
    select ${listed.selected()}, how_ended as "end", coalesce(last_seen_at, created_at) as "lastSeenAt"
      from sessions where user_id = $1 and ended_at is null and expires_at > $2
     order by coalesce(last_seen_at, created_at) desc, id`,
}

interface ListedRow extends Selected<typeof listed> {
  readonly end: TableFields<'sessions'>['howEnded']
  readonly lastSeenAt: Date
}

const endOwn: Statement = {
  name: 'end_own_session',
  text: `
    update sessions set ended_at = $4, how_ended = $3
     where user_id = $1 and id = $2 and ended_at is null and expires_at > $4
    returning ${client.selected()}`,
}

const endOthers: Statement = {
  name: 'end_other_sessions_of_user',
  text: 'update sessions set ended_at = $4, how_ended = $3 where user_id = $1 and id <> $2 and ended_at is null',
}

const endAll: Statement = {
  name: 'end_sessions_of_account',
  text: `
    update sessions set ended_at = $3, how_ended = $2
     where user_id in (select id from users where account_id = $1) and ended_at is null
       and id is distinct from $4::uuid`,
}

// Deletes the rows of sessions that ended more than 30 days ago. A row tells for 30 days why its session
// ended.
const forget: Statement = {
  name: 'forget_sessions',
  text: "delete from sessions where user_id = $1 and coalesce(ended_at, expires_at) < $2::timestamptz - interval '30 days'",
}

const sessions = entity(
  'sessions',
  'id',
  'userId',
  'createdAt',
  'expiresAt',
  'kind',
  'userAgent',
  'ipAddress',
  'lastSeenAt',
  'vouchedBy',
)

const hasComeFrom: Statement = {
  name: 'find_session_from_address',
  text: `
    select 1 from sessions s join users u on u.id = s.user_id
     where u.account_id = $1 and s.ip_address = $2
     limit 1`,
}

const openSessions = entity('sessions', 'id', 'endedAt')

export class PostgresSessionStore extends SessionStore {
  readonly #executor: Executor

  constructor(executor: Executor) {
    super()
    this.#executor = executor
  }

  override async ofUser(userId: string, now: Date): Promise<readonly Session[]> {
    return this.#executor.read<ListedRow>(listSessions, [userId, now])
  }

  override async start(session: Session, replaced: readonly SessionKind[]): Promise<void> {
    const { userId, createdAt } = session
    // Sends the statements in this order on one connection. A unique index allows a user one live session of
    // kind "token", so the earlier session has to end before the new one is inserted.
    await Promise.all([
      this.#executor.write(replace, [userId, createdAt, replaced]),
      this.#executor.write(forget, [userId, createdAt]),
      sessions.within(this.#executor).add(session),
    ])
  }

  override async leaveOneEach(organizationId: string, storedId: string | null, at: Date): Promise<void> {
    await users.within(this.#executor).lockAll({ organizationId }, 'id')
    // Ends the sessions in a statement after the one that locks the users; otherwise it would miss sessions
    // that started during the wait for the locks.
    await this.#executor.write(leaveOneEach, [organizationId, storedId, at])
  }

  override async endByAccount(organizationId: string, how: SessionEnd, at: Date): Promise<void> {
    await users.within(this.#executor).lockAll({ organizationId }, 'id')
    await this.#executor.write(endByAccount, [organizationId, how, at])
  }

  override async endOfOthers(
    organizationId: string,
    accountId: string,
    how: SessionEnd,
    at: Date,
  ): Promise<void> {
    await users.within(this.#executor).lockAll({ organizationId }, 'id')
    await this.#executor.write(endOfOthers, [organizationId, accountId, how, at])
  }

  override async endOwn(userId: string, id: string, how: SessionEnd, at: Date): Promise<SignInClient | null> {
    type Row = Selected<typeof client>
    const [ended] = await this.#executor.write<Row>(endOwn, [userId, id, how, at])
    return ended ?? null
  }

  override async end(id: string, how: SessionEnd, at: Date): Promise<void> {
    await sessions.within(this.#executor).patch({ id, endedAt: null }, { endedAt: at, howEnded: how })
  }

  override async isOpen(id: string): Promise<boolean> {
    return (await openSessions.within(this.#executor).count({ id, endedAt: null })) > 0
  }

  override async hasComeFrom(accountId: string, address: string): Promise<boolean> {
    return (await this.#executor.read(hasComeFrom, [accountId, address])).length > 0
  }

  override async endOthers(
    { id, userId }: Pick<Session, 'id' | 'userId'>,
    how: SessionEnd,
    at: Date,
  ): Promise<void> {
    await this.#executor.write(endOthers, [userId, id, how, at])
  }

  override async speakForTest(id: string, test: boolean): Promise<void> {
    await sessions.within(this.#executor).patch({ id }, { isTestMode: test })
  }

  override async endAll(accountId: string, how: SessionEnd, at: Date, storedId?: string): Promise<void> {
    await this.#executor.write(endAll, [accountId, how, at, storedId ?? null])
  }
}
