import type pg from 'pg'

/**
 * Returns whether a pooler such as PgBouncer is between a client and PostgreSQL. A pooler tells its clients another
 * process id than the id of the server's process.
 */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return (client as unknown as { processID: number | null }).processID !== rows[0]?.pid
}
