import type { OrganizationView } from '../../../domain/account/organization.ts'
import type { SessionEnd, SignedIn } from '../../../domain/account/session.ts'
import type { Role, User } from '../../../domain/account/user.ts'
import { AccountQueries, type OrganizationSummary } from '../../../ports/account/account-queries.ts'
import type { Database, Statement } from '../database.ts'
import { type PlanColumns, planFrom } from '../plan/plan-columns.ts'

const findUser: Statement = {
  name: 'find_user_by_email',
  text: `
    select id, organization_id, email, name, role, password_hash, created_at from users where email = $1`,
}

const findSession: Statement = {
  name: 'find_session',
  text: `
    select s.id as session_id, s.created_at as session_created_at, s.expires_at, s.how_ended,
           u.id, u.organization_id, u.email, u.name, u.role, u.created_at
      from sessions s join users u on u.id = s.user_id
     where s.id = $1`,
}

const findOrganization: Statement = {
  name: 'find_organization',
  text: `
    select o.id, o.name, o.keeps_bodies, o.time_zone, o.created_at, p.id as plan_id, p.name as plan_name,
           p.api_keys, p.records, p.jobs, p.data_tables, p.spinners, p.requests_per_second
      from organizations o join plans p on p.id = o.plan_id
     where o.id = $1`,
}

const listOrganizations: Statement = {
  name: 'list_organizations',
  text: `
    select o.id, o.name, o.plan_id, o.keeps_bodies, o.time_zone, o.created_at,
           array(select u.email from users u where u.organization_id = o.id and u.role = 'owner' order by u.id) as owners
      from organizations o order by o.created_at, o.id`,
}

interface UserColumns {
  readonly id: string
  readonly organization_id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly created_at: Date
}

interface SessionColumns extends UserColumns {
  readonly session_id: string
  readonly session_created_at: Date
  readonly expires_at: Date
  readonly how_ended: SessionEnd | null
}

interface OrganizationColumns extends PlanColumns {
  readonly id: string
  readonly name: string
  readonly keeps_bodies: boolean
  readonly time_zone: string
  readonly created_at: Date
}

export class PostgresAccountQueries extends AccountQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async userByEmail(email: string): Promise<User | null> {
    const [row] = await this.#database.read<UserColumns & { password_hash: string }>(findUser, [email])
    return row === undefined ? null : { ...userFrom(row), passwordHash: row.password_hash }
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
    }
    return { session, user: userFrom(row) }
  }

  override async organization(id: string): Promise<OrganizationView | null> {
    const [row] = await this.#database.read<OrganizationColumns>(findOrganization, [id])
    if (row === undefined) return null
    const {
      name,
      plan_id: planId,
      keeps_bodies: keepsBodies,
      time_zone: timeZone,
      created_at: createdAt,
    } = row
    return { id: row.id, name, planId, keepsBodies, timeZone, createdAt, plan: planFrom(row) }
  }

  override async organizations(): Promise<readonly OrganizationSummary[]> {
    const rows = await this.#database.read<OrganizationColumns & { owners: string[] }>(listOrganizations, [])
    return rows.map(
      ({
        id,
        name,
        plan_id: planId,
        keeps_bodies: keepsBodies,
        time_zone: timeZone,
        created_at: createdAt,
        owners,
      }) => ({
        id,
        name,
        planId,
        keepsBodies,
        timeZone,
        createdAt,
        owners,
      }),
    )
  }
}

function userFrom(row: UserColumns): SignedIn['user'] {
  return {
    id: row.id,
    organizationId: row.organization_id,
    email: row.email,
    name: row.name,
    role: row.role,
    createdAt: row.created_at,
  }
}
