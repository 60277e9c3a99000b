import type pg from 'pg'

const spaceOfIds = 2n ** 25n

/**
 * Raises the record ids that the other cell gives out above the ids of this cell. A moved record then keeps
 * an id that no other record gets.
 */
export async function raiseRecordIds(here: pg.Client, there: pg.Client): Promise<void> {
  const last = await lastOf(here)
  if ((await lastOf(there)) > last) return
  // Raises the ids by more than needed, to leave room for records that arrive before the switch; otherwise
  // requests of the other cell would wait for another raise.
  await there.query('select raise_record_blocks(p_above => $1)', [String(last + spaceOfIds)])
}

async function lastOf(connection: pg.Client): Promise<bigint> {
  const { rows } = await connection.query<{ last: string }>('select last_value as last from record_blocks')
  return BigInt(rows[0]?.last ?? '0')
}
