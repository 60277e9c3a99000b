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
  readonly after: PersonPlace | null
  readonly limit: number
}

const columns: Readonly<Record<PersonSort, { readonly column: string; readonly type: string }>> = {
  createdAt: { column: 'p.created_at', type: 'timestamptz' },
  name: { column: 'p.name_key', type: 'text' },
  email: { column: 'p.email', type: 'text' },
}

/** The values before the first place and behind the last place of each order. */
const ends: Readonly<Record<PersonSort, { readonly first: string; readonly last: string }>> = {
  createdAt: { first: '-infinity', last: 'infinity' },
  name: { first: '', last: '\u{10ffff}' },
  email: { first: '', last: '\u{10ffff}' },
}

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
  and ($9::text is null or $9 = (
         select s.status from state_of_person(p_organization => p.organization_id, p_person => p.id, p_email => p.email,
                                              p_projects => $6) s))`

/** The statements that find a page in one order. */
interface StatementsOfOrder {
  readonly walk: Statement
  readonly gather: Readonly<Record<Source, Statement>>
}

/** The places from which a small number of people can be found without a walk through the list. */
type Source = 'ids' | 'grams' | 'table' | Exclude<PersonStatus, 'idle'>

const unfinished = `
  select r.person_id as id
    from jobs j
    join slices s on s.job_id = j.id and is_unfinished_slice(s.status)
    join recipients x on x.job_id = j.id and x.slice = s.no and is_unfinished_recipient(x.status)
    join person_records r on r.data_table_id = j.data_table_id and r.record_id = x.record_id
   where j.organization_id = $1 and is_unfinished_job(j.status)`

const sources: Readonly<Record<Source, string>> = {
  ids: 'select i.id from unnest($7::text[]) i(id)',
  grams: `
    select r.person_id as id from person_records r
     where r.grams @> $10::int[] and r.organization_id = $1 and r.search_text like all($8)`,
  table: 'select distinct r.person_id as id from person_records r where r.data_table_id = $5',
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
  const { column, type } = columns[sort]
  const [direction, compares] = descending ? ['desc', '<'] : ['asc', '>']
  const after = `(${column}, p.id) ${compares} ($2::${type}, $3::text)`
  const order = `order by ${column} ${direction}, p.id ${direction}`
  const name = `${descending ? 'descending' : 'ascending'}_${sort.toLowerCase()}`
  const selected = `p.id, ${column}::text as key`
  const gather = (source: Source): Statement => ({
    name: `gather_people_${source}_${name}`,
    text: `
      with candidates as materialized (
        select distinct c.id from (${sources[source]}) c
      ), sorted as materialized (
        select p.* from candidates c join people p on p.organization_id = $1 and p.id = c.id where ${after} ${order}
      )
      select ${selected} from sorted p where ${conditions} ${order} limit $4`,
  })
  return {
    // Reads the list in its order. The answer says whether the walk came to the end of the list.
    walk: {
      name: `walk_people_${name}`,
      text: `
        with walked as materialized (
          select p.* from people p where p.organization_id = $1 and ${after} ${order} limit $10
        )
        select ${selected}, (select count(*) from walked) < $10 as "isEnd"
          from walked p where ${conditions}
         ${order} limit $4`,
    },
    gather: {
      ids: gather('ids'),
      grams: gather('grams'),
      table: gather('table'),
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

type Row = PersonPlace & { readonly isEnd?: boolean }

/** Returns the places of the people on a page, in the order of the list. */
export async function pageOfPeople(
  database: Database,
  { organizationId, projectIds, selection, after, limit }: PageOfPeople,
): Promise<readonly PersonPlace[]> {
  const { sort, descending, dataTableId, ids, parts, status } = selection
  const order = statements[sort][descending ? 'desc' : 'asc']
  const end = ends[sort][descending ? 'last' : 'first']
  const from = after ?? { key: end, id: descending ? '\u{10ffff}' : '' }
  const patterns = parts.map((part) => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  const values = [organizationId, from.key, from.id, limit, dataTableId, projectIds, ids, patterns, status]
  const source = sourceOf(selection)
  const gather = (): Promise<Row[]> =>
    database.read<Row>(
      order.gather[source ?? 'ids'],
      source === 'grams' ? [...values, gramsOf(organizationId, parts)] : values,
    )
  if (source === 'ids') return gather()
  const walk = (maxPeople: number) => database.read<Row>(order.walk, [...values, maxPeople])
  const firstWalk = await walk(maxWalked)
  if (firstWalk.length >= limit || firstWalk[0]?.isEnd === true) return firstWalk
  if (source === null) return walk(2 ** 31 - 1)
  if (firstWalk.length * denseSelection < limit) return gather()
  const longWalk = await walk(Math.ceil((2 * maxWalked * limit) / firstWalk.length))
  return longWalk.length >= limit || longWalk[0]?.isEnd === true ? longWalk : gather()
}

/** Returns the place from which the people of a selection are gathered; null if there is none. */
function sourceOf({ ids, parts, status, dataTableId }: PeopleSelection): Source | null {
  if (ids !== null) return 'ids'
  if (parts.length > 0) return 'grams'
  if (status !== null && status !== 'idle') return status
  return dataTableId === null ? null : 'table'
}
