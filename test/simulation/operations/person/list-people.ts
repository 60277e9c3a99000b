import type { ListedPerson } from '../../../../src/domain/person/list/listed-person.ts'
import { personReader } from '../../../../src/domain/person/list/person-of-record.ts'
import type { DataRecord } from '../../../../src/domain/record-cells.ts'
import type { Match } from '../../../../src/domain/table/match.ts'
import { ListPeople } from '../../../../src/use-cases/person/list-people.ts'
import type { ServiceProcess } from '../../run/service-process.ts'
import type { Simulation } from '../../run/simulation.ts'
import { importFile } from '../arrival/import.ts'
import { ingest } from '../arrival/ingest.ts'
import { restoreRecords } from '../bin/restore-records.ts'
import { act, operation } from '../operation.ts'
import { deleteRecords } from '../record/delete-records.ts'
import { editRecord } from '../record/edit-record.ts'
import { editRecords } from '../record/edit-records.ts'
import { changeColumns } from '../table/change-columns.ts'
import { erase } from './erase.ts'

/** The number of requests after which records that are still missing in the list are a fault. */
const maxRequests = 20

interface StoredRecord {
  readonly dataTableId: string
  readonly data: DataRecord
  readonly match: Match | null
  readonly defaultCountry: string | null
}

/** The operations that change the records of people. */
const changes = [
  ingest,
  importFile,
  editRecord,
  editRecord,
  editRecords,
  deleteRecords,
  restoreRecords,
  erase,
  changeColumns,
]

/**
 * Reads the list of people page by page, changes records, and reads it again. The first reading begins the list; the
 * later ones show whether all changes since were noted for it.
 */
export const listPeople = operation({
  name: 'list the people and change records',
  weight: 2,
  isMeeting: true,
  isAlone: true,
  draw: (random, others) => {
    const table = random.below(6)
    const drawn = (change: (typeof changes)[number]) => ({
      operation: change.name,
      input: { ...change.draw(random, others), table },
    })
    return {
      limit: random.between(1, 5),
      changes: Array.from({ length: random.between(1, 4) }, () => drawn(random.pick(changes))),
    }
  },
  run: async (simulation, { limit, changes: drawn }, others) => {
    await listAll(simulation, limit)
    for (const change of drawn) await act(simulation, change, others)
    await listAll(simulation, limit)
  },
})

/** Reads the list of people until it is complete, and compares it with the records of the organization. */
async function listAll(simulation: Simulation, limit: number): Promise<void> {
  const { organizationId } = simulation.demo
  for (let requests = 0; ; requests++) {
    const ended = await simulation.call(`list the people in pages of ${limit}`, (api) =>
      pagesOf(api, organizationId, limit),
    )
    if (ended.kind !== 'answered') return
    if (ended.value !== null) return compare(simulation, ended.value)
    if (requests === maxRequests) return simulation.fault('the list of people is never complete')
  }
}

/** Returns all people; null if the list was not complete at a page. */
async function pagesOf(
  api: ServiceProcess,
  organizationId: string,
  limit: number,
): Promise<readonly ListedPerson[] | null> {
  const people: ListedPerson[] = []
  let after: string | null = null
  do {
    const page = await api.get(ListPeople).execute({
      reach: { organizationId, projectIds: null },
      q: '',
      email: null,
      cell: null,
      status: null,
      dataTableId: null,
      source: null,
      sort: 'name',
      descending: false,
      page: { limit, after },
    })
    if (!page.isComplete) return null
    people.push(...page.items)
    after = page.next
  } while (after !== null)
  return people
}

async function compare(simulation: Simulation, people: readonly ListedPerson[]): Promise<void> {
  const records = await simulation.rows<StoredRecord>(
    `select t.id as "dataTableId", t.match, t.default_country as "defaultCountry",
            case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data
       from data_tables t join records r on r.data_table_id = t.id where t.organization_id = $1`,
    [simulation.demo.organizationId],
  )
  const tablesOf = new Map<string, Set<string>>()
  for (const { dataTableId, data, match, defaultCountry } of records) {
    const person = personReader(match, defaultCountry)(data)
    if (person === null) continue
    const tables = tablesOf.get(person.identity) ?? new Set()
    tablesOf.set(person.identity, tables.add(dataTableId))
  }
  const expected = [...tablesOf].map(([identity, tables]) => wordsOf(identity, [...tables])).toSorted()
  const listed = people
    .map(({ email, match, dataTables }) => {
      const identity = email ?? `${match?.column}=${match?.value}`
      return wordsOf(
        identity,
        dataTables.map(({ id }) => id),
      )
    })
    .toSorted()
  if (JSON.stringify(listed) === JSON.stringify(expected)) return
  const isIn = (others: readonly string[]) => (words: string) => !others.includes(words)
  const [missing, surplus] = [expected.filter(isIn(listed)), listed.filter(isIn(expected))]
  simulation.fault(
    `the list of people lacks ${missing.join('; ') || 'nobody'}, and has ${surplus.join('; ') || 'nobody'} too much`,
  )
}

function wordsOf(identity: string, tableIds: readonly string[]): string {
  return `${identity} in ${tableIds.toSorted().join(' ')}`
}
