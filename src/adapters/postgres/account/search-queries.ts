import { idBeginning, mostSearchHits, type SearchHit } from '../../../domain/account/search-hit.ts'
import { SearchQueries } from '../../../ports/account/search-queries.ts'
import type { Database, Statement } from '../database.ts'

/**
 * Returns SQL that finds spinners, tables and other things whose name contains the search text. Names that
 * begin with the text come first.
 */
const named = (kind: string, columns: string, text: string) => `
  (select '${kind}' as kind, id::text as id, name, ${columns} from ${text}
    where organization_id = $1 and strpos(lower(name), $2) > 0
    order by strpos(lower(name), $2), name, id limit $3)`

const findNamed: Statement = {
  name: 'search_names',
  text: [
    named('dataTable', 'null as note', 'data_tables'),
    named('spinner', 'null', 'spinners'),
    `(select 'sender', id::text, name, address from senders
       where organization_id = $1 and (strpos(lower(name), $2) > 0 or strpos(lower(address), $2) > 0)
       order by name, id limit $3)`,
  ].join(' union all '),
}

const findJobs: Statement = {
  name: 'search_jobs',
  text: `
    select 'job' as kind, j.id::text as id, s.name, case when j.status = 'scheduled' then 'queued' else j.status end as note,
           j.created_at as at
      from jobs j join spinners s on s.id = j.spinner_id
     where j.organization_id = $1 and j.id >= $2 and j.id <= $3 order by j.id desc limit $4`,
}

// Finds addresses that begin with the search text, by stepping from one distinct address to the next in the
// index of contacts. The index sorts by bytes, so all of these addresses are below the text with U+10FFFF
// appended.
const findPeople: Statement = {
  name: 'search_people',
  text: `
    with recursive found (address, no) as (
      (select c.address, 1 from contacts c
        where c.organization_id = $1 and c.address >= $2 and c.address < $2 || U&'\\+10FFFF'
        order by c.address limit 1)
      union all
      select (select c.address from contacts c
               where c.organization_id = $1 and c.address > f.address and c.address < $2 || U&'\\+10FFFF'
               order by c.address limit 1), f.no + 1
        from found f where f.address is not null and f.no < $3
    )
    select 'person' as kind, address as id, address as name, null as note from found where address is not null`,
}

type FoundRow = Omit<SearchHit, 'at'> & { readonly at?: Date } & { readonly [name: string]: unknown }

export class PostgresSearchQueries extends SearchQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async find(organizationId: string, words: string): Promise<readonly SearchHit[]> {
    const sought = words.trim().normalize('NFC').toLowerCase()
    const ids = idBeginning(sought)
    const found = await Promise.all([
      this.#database.read<FoundRow>(findPeople, [organizationId, sought, mostSearchHits]),
      this.#database.read<FoundRow>(findNamed, [organizationId, sought, mostSearchHits]),
      ids === null
        ? []
        : this.#database.read<FoundRow>(findJobs, [organizationId, ids.first, ids.last, mostSearchHits]),
    ])
    return found.flat().map(({ kind, id, name, note, at }) => ({ kind, id, name, note, at: at ?? null }))
  }
}
