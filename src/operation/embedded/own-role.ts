import pg from 'pg'
import { sqlState } from '../../adapters/postgres/faults.ts'
import { StartFault } from '../../adapters/system/start-fault.ts'

const wrongPassword = '28P01'
const alreadyThere = new Set(['42710', '42P04', '23505'])

/**
 * The port of the embedded PostgreSQL server, and the passwords of its two roles: the service's own and the
 * superuser. The passwords are base64url.
 */
export interface Roles {
  readonly password: string
  readonly adminPassword: string
  readonly port: number
}

export function urlOf({ password, port }: Roles, database = 'spindle'): string {
  return `postgres://spindle:${password}@127.0.0.1:${port}/${database}`
}

export function adminUrlOf({ adminPassword, port }: Roles, database = 'postgres'): string {
  return `postgres://spindle_admin:${adminPassword}@127.0.0.1:${port}/${database}`
}

/**
 * Creates the database and the role of the service, if they are missing. The role owns the database and
 * nothing more. So an attacker who can run SQL cannot read the server's files or run programs on it.
 */
export async function ownDatabase(roles: Roles): Promise<void> {
  try {
    await on(adminUrlOf(roles), (admin) => createOwn(admin, roles))
  } catch (error) {
    if (sqlState(error) !== wrongPassword) throw error
    throw new StartFault(
      'The embedded database refuses the password of its administrator. Restore the file admin-password beside the ' +
        'database from a copy, or set another DATA_DIR.',
      { cause: error },
    )
  }
}

async function createOwn(admin: pg.Client, { password }: Roles): Promise<void> {
  const { rows } = await admin.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = 'spindle') as role,
            exists (select from pg_database where datname = 'spindle') as database`,
  )
  // Ignores that the role or database exists already: another first start at the same time may have created
  // it.
  if (rows[0]?.role === false)
    await admin.query(`create role spindle login password '${password}'`).catch(unlessThere)
  if (rows[0]?.database === false)
    await admin.query('create database spindle owner spindle').catch(unlessThere)
}

function unlessThere(error: unknown): void {
  if (!alreadyThere.has(sqlState(error))) throw error
}

async function on(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
