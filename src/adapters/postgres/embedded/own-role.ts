import { readFileSync } from 'node:fs'
import pg from 'pg'
import { sqlState } from '../faults.ts'

const handOver = new URL('ordinary-role.sql', import.meta.url)
/**
 * The number of the advisory lock for creating the role. The number is arbitrary, but nothing else in this
 * database uses it.
 */
const roleLock = 7_326_114_003
const wrongPassword = '28P01'
const alreadyThere = new Set(['42710', '42P04', '23505'])

/** The port and the passwords of the embedded server's two roles; the passwords are base64url. */
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
    // The password is refused if the data folder is from before version 0.3, where the service was the
    // superuser.
    await demote(roles)
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

async function demote(roles: Roles): Promise<void> {
  await on(urlOf(roles, 'postgres'), async (former) => {
    const { rowCount } = await former.query("select from pg_database where datname = 'spindle'")
    if (rowCount === 0) await former.query('create database spindle').catch(unlessThere)
  })
  await on(urlOf(roles), async (former) => {
    await former.query('select pg_advisory_lock($1)', [roleLock])
    const { rows } = await former.query<{ rolsuper: boolean }>(
      "select rolsuper from pg_roles where rolname = 'spindle'",
    )
    // Does nothing if another process has just taken the superuser rights from the role.
    if (rows[0]?.rolsuper === true)
      await former.query(
        readFileSync(handOver, 'utf8').replace(
          /^commit;$/m,
          `alter role spindle_admin password '${roles.adminPassword}'; commit;`,
        ),
      )
  })
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
