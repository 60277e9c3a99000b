import type pg from 'pg'
import { normalizedEmail } from '../../../domain/email-address.ts'

/**
 * An SQL condition for addresses whose domain has only one stored form, as nearly all have. They need no
 * change and are not read.
 */
const settled = String.raw`email ~ '@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$' and email !~ '@(.*\.)?xn--'`

interface Stored {
  readonly id: string
  readonly email: string
}

/**
 * Rewrites addresses that were stored before domains were normalized by UTS-46 into the form in which they
 * are looked up. If two suppressions become one, the older stays. Two users who become one are left as they
 * are and reported: the operator decides which of them signs in. Returns these reports.
 */
export async function renormalizeAddresses(connection: pg.Client): Promise<string[]> {
  const suppressions = await connection.query<Stored & { organization_id: string }>(
    // Reads the newest suppressions first, so that the oldest of several for one address is written last, and
    // replaces the newer ones.
    `select id, organization_id, email from suppressions where not (${settled}) order by created_at desc, id desc`,
  )
  for (const { id, organization_id: organizationId, email } of suppressions.rows) {
    const normalized = normalizedEmail(email)
    if (normalized === null || normalized === email) continue
    const rival = await connection.query<{ is_older: boolean }>(
      `select r.created_at < s.created_at or (r.created_at = s.created_at and r.id < s.id) as is_older
         from suppressions r, suppressions s
        where r.organization_id = $1 and r.email = $2 and s.id = $3`,
      [organizationId, normalized, id],
    )
    if (rival.rows[0]?.is_older === true) {
      await connection.query('delete from suppressions where id = $1', [id])
      continue
    }
    await connection.query('delete from suppressions where organization_id = $1 and email = $2', [
      organizationId,
      normalized,
    ])
    await connection.query('update suppressions set email = $2 where id = $1', [id, normalized])
  }
  return renormalizeUsers(connection)
}

async function renormalizeUsers(connection: pg.Client): Promise<string[]> {
  const { rows } = await connection.query<Stored>(
    `select id, email from users where not (${settled}) order by created_at, id`,
  )
  const told: string[] = []
  for (const { id, email } of rows) {
    const normalized = normalizedEmail(email)
    if (normalized === email) continue
    if (normalized === null) {
      told.push(`${email} is not a valid e-mail address, so its user ${id} can no longer sign in`)
      continue
    }
    const taken = await connection.query('select from users where email = $1', [normalized])
    if (taken.rowCount === 0)
      await connection.query('update users set email = $2 where id = $1', [id, normalized])
    else
      told.push(
        `${email} is another spelling of ${normalized}, which has an account of its own, so the user ${id} can no longer sign in`,
      )
  }
  return told
}
