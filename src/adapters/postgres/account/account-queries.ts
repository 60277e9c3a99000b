import type { Invitation } from '../../../domain/account/invitation.ts'
import type { Organization, OrganizationView } from '../../../domain/account/organization.ts'
import type { Role } from '../../../domain/account/role.ts'
import type { Session, SessionEnd, SessionKind, SignedIn } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import {
  AccountQueries,
  type Member,
  type OrganizationSummary,
} from '../../../ports/account/organizations.ts'
import type { Database, Statement } from '../database.ts'
import { type PlanColumns, planFrom } from '../plan/plan-columns.ts'
import { invitationColumns } from './account-link-store.ts'
import { roleIn } from './role-column.ts'
import { users } from './user-store.ts'

const findSession: Statement = {
  name: 'find_session',
  text: `
    select s.id as session_id, s.created_at as session_created_at, s.expires_at, s.how_ended, s.kind,
           s.user_agent, s.address, coalesce(s.seen_at, s.created_at) as seen_at,
           u.id, u.organization_id, u.email, u.name, u.role, u.created_at,
           c.organization_id as test_id, c.now as test_now
      from sessions s join users u on u.id = s.user_id
      left join organizations o on s.test_mode and o.test_of = u.organization_id
      left join test_clocks c on c.organization_id = o.id
     where s.id = $1`,
}

const listMembers: Statement = {
  name: 'list_members',
  text: `
    select u.id, u.organization_id, u.email, u.name, u.role, u.created_at,
           (select max(coalesce(s.seen_at, s.created_at)) from sessions s where s.user_id = u.id) as seen_at
      from users u where u.organization_id = $1
     order by array_position(array['owner', 'admin', 'editor', 'member', 'viewer'], u.role), u.name, u.id`,
}

const listInvitations: Statement = {
  name: 'list_invitations',
  text: `
    select ${invitationColumns} from account_links
     where organization_id = $1 and purpose = 'invitation' and used_at is null and id is not null
     order by created_at desc, id`,
}

const listSessions: Statement = {
  name: 'list_sessions',
  text: `
    select id, user_id as "userId", created_at as "createdAt", expires_at as "expiresAt", how_ended as "end", kind,
           user_agent as "userAgent", address, coalesce(seen_at, created_at) as "seenAt"
      from sessions where user_id = $1 and ended_at is null and expires_at > $2
     order by coalesce(seen_at, created_at) desc, id`,
}

const findOrganization: Statement = {
  name: 'find_organization',
  text: `
    select o.id, o.name, o.keeps_bodies, o.time_zone, o.several_sessions, o.created_at, o.test_of, p.id as plan_id, p.name as plan_name,
           p.api_keys, p.records, p.jobs, p.data_tables, p.spinners, p.requests_per_second
      from organizations o join plans p on p.id = o.plan_id
     where o.id = $1`,
}

const listOrganizations: Statement = {
  name: 'list_organizations',
  text: `
    select o.id, o.name, o.plan_id, o.keeps_bodies, o.time_zone, o.several_sessions, o.created_at, o.test_of,
           array(select u.email from users u where u.organization_id = o.id and u.role = 'owner' order by u.id) as owners
      from organizations o where o.test_of is null order by o.created_at, o.id`,
}

interface UserColumns {
  readonly id: string
  readonly organization_id: string
  readonly email: string
  readonly name: string
  readonly role: Role | 'member'
  readonly created_at: Date
}

interface SessionColumns extends UserColumns {
  readonly session_id: string
  readonly session_created_at: Date
  readonly expires_at: Date
  readonly how_ended: SessionEnd | null
  readonly kind: SessionKind
  readonly user_agent: string | null
  readonly address: string | null
  readonly seen_at: Date
  readonly test_id: string | null
  readonly test_now: Date | null
}

interface OrganizationColumns extends PlanColumns {
  readonly id: string
  readonly name: string
  readonly keeps_bodies: boolean
  readonly time_zone: string
  readonly several_sessions: boolean
  readonly created_at: Date
  readonly test_of: string | null
}

export class PostgresAccountQueries extends AccountQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async userByEmail(email: string): Promise<User | null> {
    const user = await users.committed(this.#database).find({ email })
    return user && { ...user, role: roleIn(user.role) }
  }

  override async signedIn(sessionId: string): Promise<SignedIn | null> {
    const [row] = await this.#database.read<SessionColumns>(findSession, [sessionId])
    if (row === undefined) return null
    const session = {
      id: row.session_id,
      userId: row.id,
      createdAt: row.session_created_at,
      expiresAt: row.expires_at,
      end: row.how_ended,
      kind: row.kind,
      userAgent: row.user_agent,
      address: row.address,
      seenAt: row.seen_at,
    }
    const { test_id: id, test_now: now } = row
    const test = id === null || now === null ? null : { organizationId: id, now }
    return { session, user: userFrom(row), test }
  }

  override async members(organizationId: string): Promise<readonly Member[]> {
    const rows = await this.#database.read<UserColumns & { seen_at: Date | null }>(listMembers, [
      organizationId,
    ])
    return rows.map((row) => ({ ...userFrom(row), seenAt: row.seen_at }))
  }

  override async invitations(organizationId: string): Promise<readonly Invitation[]> {
    return this.#database.read<Invitation>(listInvitations, [organizationId])
  }

  override async sessionsOf(userId: string, now: Date): Promise<readonly Session[]> {
    return this.#database.read<Session>(listSessions, [userId, now])
  }

  override async organization(id: string): Promise<OrganizationView | null> {
    const [row] = await this.#database.read<OrganizationColumns>(findOrganization, [id])
    if (row === undefined) return null
    return { ...organizationFrom(row), plan: planFrom(row) }
  }

  override async organizations(): Promise<readonly OrganizationSummary[]> {
    const rows = await this.#database.read<OrganizationColumns & { owners: string[] }>(listOrganizations, [])
    return rows.map((row) => ({ ...organizationFrom(row), owners: row.owners }))
  }
}

function organizationFrom(row: OrganizationColumns): Organization {
  return {
    id: row.id,
    name: row.name,
    planId: row.plan_id,
    keepsBodies: row.keeps_bodies,
    timeZone: row.time_zone,
    severalSessions: row.several_sessions,
    createdAt: row.created_at,
    ...(row.test_of === null ? {} : { testOf: row.test_of }),
  }
}

function userFrom(row: UserColumns): SignedIn['user'] {
  return {
    id: row.id,
    organizationId: row.organization_id,
    email: row.email,
    name: row.name,
    role: roleIn(row.role),
    createdAt: row.created_at,
  }
}
