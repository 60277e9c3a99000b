import {
  type PeopleSelection,
  type PersonSort,
  type PersonStatus,
  personSorts,
} from '../../../../domain/person/list/listed-person.ts'
import { gramsOf } from '../../../../domain/person/list/people-search.ts'
import type { Database, Statement } from '../../database.ts'

/** The place of a person in the order of a list. */
export interface PersonPlace {
  /** The value by which people are sorted, as text. */
  readonly key: string
  readonly id: string
}

/** The people of a page: the first of a selection after a place. */
export interface PageOfPeople {
  readonly organizationId: string
  readonly projectIds: readonly string[] | null
  readonly selection: PeopleSelection
  /** The values of the column `source` to which the selection is limited; null for all. */
  readonly sources: readonly string[] | null
  readonly after: PersonPlace | null
  readonly limit: number
}

/** An order of the list: the columns before the id, and the value of a place ($2) for each of them. */
interface Order {
  readonly columns: readonly string[]
  readonly values: readonly string[]
  /** The value of a place as text, from which `values` are read. */
  readonly key: string
}

const orders: Readonly<Record<PersonSort, Order>> = {
  createdAt: { columns: ['p.created_at'], values: ['$2::timestamptz'], key: 'p.created_at::text' },
  name: { columns: ['p.name_key'], values: ['$2::text'], key: 'p.name_key' },
  company: { columns: ['p.company_key'], values: ['$2::text'], key: 'p.company_key' },
  email: { columns: ['p.email'], values: ['$2::text'], key: 'p.email' },
  source: {
    columns: ['p.source', 'p.created_at'],
    values: ["split_part($2::text, '|', 1)", "split_part($2::text, '|', 2)::timestamptz"],
    key: "p.source || '|' || p.created_at::text",
  },
}

/** The values before the first place and behind the last place of each order. */
const ends: Readonly<Record<PersonSort, { readonly first: string; readonly last: string }>> = {
  createdAt: { first: '-infinity', last: 'infinity' },
  name: { first: '', last: '\u{10ffff}' },
  company: { first: '', last: '\u{10ffff}' },
  email: { first: '', last: '\u{10ffff}' },
  source: { first: '|-infinity', last: '\u{10ffff}|infinity' },
}

/** A condition that rejects most people who are not in the state $9, at a tenth of the cost of their state. */
const mayBeInState = `
  case $9 when 'idle' then true
          when 'suppressed' then
            exists (select from suppressions x
                     where x.organization_id = p.organization_id
                       and x.email in (p.email collate "default", domain_entry(p.email) collate "default"))
            or exists (select from digested_suppressions x where x.organization_id = p.organization_id and x.digest = p.id)
          else exists (select from sent_emails x where x.organization_id = p.organization_id and x.address = p.email) end`

/**
 * The conditions of a selection for an entry of the list. A person needs a record in a table that the caller reaches
 * and that is not in the bin, unless the ids of people are given. The offset makes PostgreSQL look the records of
 * each person up; otherwise it may read those of all people.
 */
const conditions = `
  ($7::text[] is null or p.id = any($7))
  and ($7::text[] is not null and $6::uuid[] is null and $5::uuid is null and cardinality($8::text[]) = 0
       or exists (
         select from person_records r join data_tables t on t.id = r.data_table_id
          where r.organization_id = p.organization_id and r.person_id = p.id
            and ($5 is null or r.data_table_id = $5)
            and ($6 is null or t.project_id = any($6))
            and r.search_text like all($8) offset 0))
  and ($10::text[] is null or p.source = any($10))
  and ($9::text is null or ${mayBeInState} and $9 = (
         select s.status from state_of_person(p_organization => p.organization_id, p_person => p.id, p_email => p.email,
                                              p_projects => $6) s))`

/** The statements that find a page in one order. */
interface StatementsOfOrder {
  readonly walk: Statement
  /** Walks through the people of some sources alone, by the index that has them in this order. */
  readonly walkSources: Statement
  readonly gather: Readonly<Record<Place, Statement>>
}

/** The places in which a small number of people can be found without a walk through the list. */
type Place = 'ids' | 'grams' | 'tables' | 'source' | Exclude<PersonStatus, 'idle'>

const unfinished = `
  select r.person_id as id
    from jobs j
    join slices s on s.job_id = j.id and is_unfinished_slice(s.status)
    join recipients x on x.job_id = j.id and x.slice = s.no and is_unfinished_recipient(x.status)
    join person_records r on r.data_table_id = j.data_table_id and r.record_id = x.record_id
   where j.organization_id = $1 and is_unfinished_job(j.status)`

const places: Readonly<Record<Place, string>> = {
  ids: 'select i.id from unnest($7::text[]) i(id)',
  grams: `
    select r.person_id as id from person_records r
     where r.grams @> $11::int[] and r.organization_id = $1 and r.search_text like all($8)`,
  tables: 'select r.person_id as id from person_records r where r.data_table_id = any($11::uuid[])',
  source: 'select p.id from people p where p.organization_id = $1 and p.source = any($10)',
  suppressed: `
    select p.id from suppressions s join people p on p.organization_id = s.organization_id and p.email = s.email
     where s.organization_id = $1
    union all
    select p.id from suppressions s
      join people p on p.organization_id = s.organization_id and domain_entry(p.email) = s.email
     where s.organization_id = $1 and starts_with(s.email, '@')
    union all
    select d.digest from digested_suppressions d where d.organization_id = $1`,
  writing: unfinished,
  waiting: unfinished,
  answered: `
    select p.id
      from (select distinct c.address from sent_emails c where c.organization_id = $1 and c.replied_at is not null) c
      join people p on p.organization_id = $1 and p.email = c.address`,
}

function statementsOf(sort: PersonSort, descending: boolean): StatementsOfOrder {
  const { columns, values, key } = orders[sort]
  const [direction, compares] = descending ? ['desc', '<'] : ['asc', '>']
  const after = `(${columns.join(', ')}, p.id) ${compares} (${values.join(', ')}, $3::text)`
  const order = `order by ${[...columns, 'p.id'].map((column) => `${column} ${direction}`).join(', ')}`
  const name = `${descending ? 'descending' : 'ascending'}_${sort.toLowerCase()}`
  const selected = `p.id, ${key} as key`
  // The offset makes PostgreSQL look each candidate up by its id. PostgreSQL expects nobody after a place in the last
  // source, and would otherwise compare everybody after the place with all candidates.
  const gather = (place: Place): Statement => ({
    name: `gather_people_${place}_${name}`,
    text: `
      with candidates as materialized (
        select distinct c.id from (${places[place]}) c
      ), sorted as materialized (
        select p.* from candidates c
          cross join lateral (select x.* from people x where x.organization_id = $1 and x.id = c.id offset 0) p
         where ${after} ${order}
      )
      select ${selected} from sorted p where ${conditions} ${order} limit $4`,
  })
  return {
    // Reads the list in its order. The answer says whether the walk came to the end of the list.
    walk: {
      name: `walk_people_${name}`,
      text: `
        with walked as materialized (
          select p.* from people p where p.organization_id = $1 and ${after} ${order} limit $11
        )
        select ${selected}, (select count(*) from walked) < $11 as "isEnd"
          from walked p where ${conditions}
         ${order} limit $4`,
    },
    walkSources: {
      name: `walk_sources_of_people_${name}`,
      text: `
        with walked as materialized (
          select p.* from unnest($10::text[]) i(source)
            cross join lateral (
              select p.* from people p
               where p.organization_id = $1 and p.source = i.source and ${after} ${order} limit $11) p
           ${order} limit $11
        )
        select ${selected}, (select count(*) from walked) < $11 as "isEnd"
          from walked p where ${conditions}
         ${order} limit $4`,
    },
    gather: {
      ids: gather('ids'),
      grams: gather('grams'),
      tables: gather('tables'),
      source: gather('source'),
      suppressed: gather('suppressed'),
      writing: gather('writing'),
      waiting: gather('waiting'),
      answered: gather('answered'),
    },
  }
}

const statements = Object.fromEntries(
  personSorts.map((sort) => [sort, { asc: statementsOf(sort, false), desc: statementsOf(sort, true) }]),
) as Readonly<Record<PersonSort, { readonly asc: StatementsOfOrder; readonly desc: StatementsOfOrder }>>

/**
 * The number of people through whom a selection is walked in the order of the list. If too few of them match, the
 * selection has few people, who are gathered and sorted instead.
 */
const maxWalked = 4_000

/**
 * The walk continues if it has found more than this part of a page, as one over this number: to gather a selection of
 * more than one in 240 people takes longer than to walk to the end of the page.
 */
const denseSelection = 3

/**
 * The number of records in the tables of a selection up to which its people are gathered from these tables. Another
 * condition may match so few of their records that no walk fills a page, but many people of other tables.
 */
const smallTables = 5_000

const tablesOfSelection: Statement = {
  name: 'tables_of_people',
  text: `
    select t.id, (t.appended - t.removed)::float8 as records
      from data_tables t
     where t.organization_id = $1 and ($2::uuid is null or t.id = $2) and ($3::uuid[] is null or t.project_id = any($3))`,
}

interface TableOfSelection {
  readonly id: string
  readonly records: number
}

type Row = PersonPlace & { readonly isEnd?: boolean }

/** Returns the places of the people on a page, in the order of the list. */
export async function pageOfPeople(
  database: Pick<Database, 'read'>,
  { organizationId, projectIds, selection, sources, after, limit }: PageOfPeople,
): Promise<readonly PersonPlace[]> {
  const { sort, descending, dataTableId, ids, parts, status } = selection
  const order = statements[sort][descending ? 'desc' : 'asc']
  const end = ends[sort][descending ? 'last' : 'first']
  const from = after ?? { key: end, id: descending ? '\u{10ffff}' : '' }
  const patterns = parts.map((part) => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  const values = [
    organizationId,
    from.key,
    from.id,
    limit,
    dataTableId,
    projectIds,
    ids,
    patterns,
    status,
    sources,
  ]
  const tables =
    ids === null && (dataTableId !== null || projectIds !== null)
      ? await database.read<TableOfSelection>(tablesOfSelection, [organizationId, dataTableId, projectIds])
      : null
  const place = placeOf(selection, tables)
  const gather = (): Promise<Row[]> => {
    const statement = order.gather[place ?? 'ids']
    if (place === 'grams') return database.read<Row>(statement, [...values, gramsOf(organizationId, parts)])
    return database.read<Row>(
      statement,
      place === 'tables' ? [...values, tables?.map(({ id }) => id)] : values,
    )
  }
  if (place === 'ids') return gather()
  const walked = sources === null ? order.walk : order.walkSources
  const walk = (maxPeople: number) => database.read<Row>(walked, [...values, maxPeople])
  const firstWalk = await walk(maxWalked)
  if (firstWalk.length >= limit || firstWalk[0]?.isEnd === true) return firstWalk
  if (place === null) return walk(2 ** 31 - 1)
  if (firstWalk.length * denseSelection < limit) return gather()
  const longWalk = await walk(Math.ceil((2 * maxWalked * limit) / firstWalk.length))
  return longWalk.length >= limit || longWalk[0]?.isEnd === true ? longWalk : gather()
}

/**
 * Returns the place from which the people of a selection are gathered; null if there is none. The tables are null if
 * the selection has the people of all tables.
 */
function placeOf(
  { ids, parts, status, source }: PeopleSelection,
  tables: readonly TableOfSelection[] | null,
): Place | null {
  if (ids !== null) return 'ids'
  const records = tables?.reduce((sum, table) => sum + table.records, 0) ?? Number.POSITIVE_INFINITY
  if (records <= smallTables) return 'tables'
  if (parts.length > 0) return 'grams'
  if (status !== null && status !== 'idle') return status
  if (source !== null) return 'source'
  return tables === null ? null : 'tables'
}
