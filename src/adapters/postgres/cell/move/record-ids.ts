import type pg from 'pg'

const roomOfIds = 2n ** 25n

/** Lets the other cell give no id to a record that one has which comes there. */
export async function raiseRecordIds(here: pg.Client, there: pg.Client): Promise<void> {
  const last = await lastOf(here)
  if ((await lastOf(there)) > last) return
  // With room for what comes in before the switch, so that the other cell's requests wait for this once.
  await there.query('select raise_record_blocks(p_above => $1)', [String(last + roomOfIds)])
}

async function lastOf(connection: pg.Client): Promise<bigint> {
  const { rows } = await connection.query<{ last: string }>('select last_value as last from record_blocks')
  return BigInt(rows[0]?.last ?? '0')
}
