import type { Knex } from 'knex'
import { Model, type QueryBuilder, snakeCaseMappers } from 'objection'
import type pg from 'pg'
import type { Plan } from '../../domain/organization/plan.ts'
import type { Scope } from '../../domain/organization/scope.ts'
import type { Role } from '../../domain/organization/user.ts'
import type { Audience } from '../../domain/spinner/audience.ts'
import type { Step } from '../../domain/spinner/step.ts'
import type { Column, MissingColumns } from '../../domain/table/data-table.ts'

/** A connection with a transaction open on it. */
export interface Session {
  readonly knex: Knex
  readonly connection: pg.Client
}

/** Rows as Objection reads and writes them; they never leave the repositories. */
abstract class Row extends Model {
  static override get columnNameMappers() {
    return snakeCaseMappers()
  }
}

export class PlanRow extends Row {
  static override tableName = 'plans'
  declare id: string
  declare name: string
  declare apiKeys: boolean
  declare records: Plan['limits']['records']
  declare jobs: Plan['limits']['jobs']
  declare dataTables: Plan['limits']['dataTables']
  declare spinners: Plan['limits']['spinners']
}

export class OrganizationRow extends Row {
  static override tableName = 'organizations'
  declare id: string
  declare name: string
  declare planId: string
  declare createdAt: Date
}

export class UserRow extends Row {
  static override tableName = 'users'
  declare id: string
  declare organizationId: string
  declare email: string
  declare name: string
  declare role: Role
  declare passwordHash: string
  declare createdAt: Date
}

export class ApiKeyRow extends Row {
  static override tableName = 'api_keys'
  declare id: string
  declare organizationId: string
  declare name: string
  declare scopes: Scope[]
  declare digest: string
  declare prefix: string
  declare last4: string
  declare createdAt: Date
  declare expiresAt: Date | null
  declare revokedAt: Date | null
}

export class ProjectRow extends Row {
  static override tableName = 'projects'
  declare id: string
  declare organizationId: string
  declare name: string
  declare createdAt: Date
}

export class DataTableRow extends Row {
  static override tableName = 'data_tables'
  static override jsonAttributes = ['columns']
  declare id: string
  declare organizationId: string
  declare projectId: string
  declare name: string
  declare columns: Column[]
  declare missingColumns: MissingColumns
  declare schemaVersion: number
  declare revision: number
  declare ingestTokenDigest: string
  declare ingestTokenCiphertext: string
  declare createdAt: Date
}

export class SpinnerRow extends Row {
  static override tableName = 'spinners'
  static override jsonAttributes = ['steps']
  declare id: string
  declare organizationId: string
  declare projectId: string
  declare dataTableId: string
  declare name: string
  declare audience: Audience
  declare steps: Step[]
  declare publishedVersion: number | null
  declare latestVersion: number
  declare revision: number
  declare createdAt: Date
}

export class SpinnerVersionRow extends Row {
  static override tableName = 'spinner_versions'
  static override idColumn = ['spinner_id', 'version']
  static override jsonAttributes = ['steps']
  declare spinnerId: string
  declare version: number
  declare audience: Audience
  declare steps: Step[]
  declare metadataColumns: string[]
}

/** A query of these rows inside the session's transaction. */
export function within<Class extends new () => Row>(
  session: Session,
  rows: Class & { query: typeof Model.query },
): QueryBuilder<InstanceType<Class>, InstanceType<Class>[]> {
  const query = rows.query(session.knex)
  void query.onBuildKnex((builder) => {
    void builder.connection(session.connection)
  })
  return query as unknown as QueryBuilder<InstanceType<Class>, InstanceType<Class>[]>
}

/**
 * How many rows a query of the session's transaction would give. Objection's own `resultSize` asks
 * another connection: it counts what others see, and under load waits for itself.
 */
export async function countWithin<R extends Model>(query: QueryBuilder<R, R[]>): Promise<number> {
  const [row] = (await query.count('* as count')) as unknown as [{ count: string }]
  return Number(row.count)
}

/** The part of an entity that its row shares with it, without what only the database keeps. */
export function pick<Source extends object, Key extends keyof Source>(
  source: Source,
  keys: readonly Key[],
): Pick<Source, Key> {
  return Object.fromEntries(keys.map((key) => [key, source[key]])) as Pick<Source, Key>
}
