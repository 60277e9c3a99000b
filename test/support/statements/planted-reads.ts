import type { Database, Statement } from '../../../src/adapters/postgres/database.ts'
import { sqlFunction } from '../../../src/adapters/postgres/sql-function.ts'

const list: Statement = {
  name: 'planted',
  text: 'select s.id, count(*) as count from senders s where s.id = $1 group by s.id',
}

const meterOf = sqlFunction('meter_of', 'p_organization', 'p_meter', 'p_period')

export const planted = {
  file: import.meta.filename,
  /** Never runs: the test of row types reads these calls as source. All but the first have a wrong field. */
  reads: async (database: Database): Promise<unknown> => [
    await database.read<{ id: string; count: string; note?: string }>(list, []),
    await database.read<{ senderId: string }>(list, []),
    await database.read<{ id: number }>(list, []),
    await database.read<{ count: number }>(list, []),
    await database.read<{ used: Date }>(...meterOf({ p_organization: '', p_meter: 'jobs', p_period: '' })),
  ],
}
