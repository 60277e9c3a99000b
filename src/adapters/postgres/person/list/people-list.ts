import { arrivalSources } from '../../../../domain/arrival/arrival.ts'
import { invalidCursor, type PageOf } from '../../../../domain/page.ts'
import type {
  ListedPerson,
  PeopleSelection,
  PersonSource,
  SelectedSource,
} from '../../../../domain/person/list/listed-person.ts'
import type { PersonQuery } from '../../../../domain/person/person-query.ts'
import type { PersonDigests } from '../../../../ports/contact/contact-rules.ts'
import { PeopleList, type PeopleRequest } from '../../../../ports/person/people-list.ts'
import type { SealedOwner, Sealing } from '../../../../ports/sealing.ts'
import { outsideRequest } from '../../../system/request-writes.ts'
import type { Database, Statement } from '../../database.ts'
import { entity } from '../../rows.ts'
import type { Selected } from '../../schema/columns.ts'
import { sqlFunction } from '../../sql-function.ts'
import { PeopleFill } from './people-fill.ts'
import { type PersonPlace, pageOfPeople } from './people-page.ts'

const requestFill = sqlFunction('request_people_fill')

const people = entity('people', 'id', 'email', 'matchColumn', 'matchValue', 'createdAt', 'source')

// Reads what the list shows of some people, by the newest 20 of their records that the caller reaches.
const details: Statement = {
  name: 'details_of_people',
  text: `
    select ${people.selected('p')}, n.name, n.company, coalesce(n.tables, '[]') as "dataTables",
           s.status, s.last_message_at as "lastMessageAt", k.name as "keyName"
      from unnest($2::text[]) i(id)
      join people p on p.organization_id = $1 and p.id = i.id
      cross join lateral state_of_person(p_organization => p.organization_id, p_person => p.id, p_email => p.email,
                                         p_projects => $3) s
      left join api_keys k on k.id = case when length(p.source) = 36 then p.source::uuid end
      cross join lateral (
        select (array_agg(r.name order by r.record_id desc) filter (where r.name is not null))[1] as name,
               (array_agg(r.company order by r.record_id desc) filter (where r.company is not null))[1] as company,
               jsonb_agg(distinct jsonb_build_object('id', r.table_id, 'name', r.table_name)) as tables
          from (select x.record_id, x.name, x.company, t.id as table_id, t.name as table_name
                  from person_records x join data_tables t on t.id = x.data_table_id
                 where x.organization_id = p.organization_id and x.person_id = p.id
                   and ($3::uuid[] is null or t.project_id = any($3))
                 order by x.record_id desc limit 20) r) n`,
}

const peopleOfRecords: Statement = {
  name: 'people_of_records',
  text: `
    select distinct r.person_id as id
      from unnest($1::uuid[], $2::bigint[]) i(table_id, record_id)
      join person_records r on r.data_table_id = i.table_id and r.record_id = i.record_id`,
}

const noteAddress: Statement = {
  name: 'note_person_without_records',
  text: `
    insert into people (organization_id, id, email, name_key, created_at)
    values ($1, $2, $3, chr(1114109), $4) on conflict do nothing`,
}

const apiKeys = entity('api_keys', 'id')

type Details = Selected<typeof people> &
  Pick<ListedPerson, 'name' | 'company' | 'dataTables' | 'status' | 'lastMessageAt'> & {
    /** The name of the API key that is the source of the person; null for other sources. */
    readonly keyName: string | null
  }

export class PostgresPeopleList extends PeopleList {
  readonly #database: Database
  readonly #sealing: Sealing
  readonly #fill: PeopleFill

  constructor(database: Database, sealing: Sealing, digests: PersonDigests) {
    super()
    this.#database = database
    this.#sealing = sealing
    this.#fill = new PeopleFill(database, digests)
  }

  override catchUp(organizationId: string): Promise<boolean> {
    return outsideRequest(async () => {
      const isComplete = await this.#fill.catchUp(organizationId)
      if (!isComplete) await this.#database.write(...requestFill({}))
      return isComplete
    })
  }

  override fill(signal: AbortSignal): Promise<void> {
    return this.#fill.fill(signal)
  }

  override async list({ reach, selection, page }: PeopleRequest): Promise<PageOf<ListedPerson>> {
    const { organizationId, projectIds } = reach
    const order = orderOf(organizationId, selection)
    const after = page.after === null ? null : this.#placeOf(page.after, order)
    const limit = page.limit + 1
    const sources = await this.#sourcesOf(organizationId, selection.source)
    const places = await pageOfPeople(this.#database, {
      organizationId,
      projectIds,
      selection,
      sources,
      after,
      limit,
    })
    const placesOfPage = places.slice(0, page.limit)
    const ids = placesOfPage.map(({ id }) => id)
    const rows = await this.#database.read<Details>(details, [organizationId, ids, projectIds])
    const byId = new Map(rows.map((row) => [row.id, row] as const))
    const items = ids.flatMap((id) => {
      const row = byId.get(id)
      return row === undefined ? [] : [listedPerson(row, projectIds === null)]
    })
    const last = placesOfPage.at(-1)
    const hasNext = places.length > page.limit && last !== undefined
    return { items, next: hasNext ? this.#cursorOf(last, order) : null }
  }

  override async identityOf(organizationId: string, id: string): Promise<PersonQuery | null> {
    const row = await people.within(this.#database).find({ organizationId, id })
    if (row === null) return null
    const { email, matchColumn: column, matchValue: value } = row
    return column === null || value === null ? { email } : { column, value }
  }

  override async peopleOf(records: readonly { dataTableId: string; recordId: string }[]) {
    const values = [records.map(({ dataTableId }) => dataTableId), records.map(({ recordId }) => recordId)]
    const rows = await this.#database.read<{ readonly id: string }>(peopleOfRecords, values)
    return rows.map(({ id }) => id)
  }

  override async noteAddress(organizationId: string, id: string, email: string, at: Date): Promise<void> {
    await outsideRequest(() => this.#database.write(noteAddress, [organizationId, id, email, at]))
  }

  /** Returns the values of the column `source` that a selection contains; null for all. */
  async #sourcesOf(organizationId: string, source: SelectedSource | null): Promise<readonly string[] | null> {
    if (source === null) return null
    if ('apiKeyId' in source) return [source.apiKeyId]
    if (source.kind !== 'apiKey') return [source.kind]
    const keys = await apiKeys.within(this.#database).list({ organizationId }, 'id')
    return keys.map(({ id }) => id)
  }

  /** Returns the cursor of a place, encrypted, because it contains the name or the address of a person. */
  #cursorOf({ key, id }: PersonPlace, order: SealedOwner): string {
    return this.#sealing.seal(JSON.stringify([key, id]), order)
  }

  #placeOf(cursor: string, order: SealedOwner): PersonPlace {
    const text = this.#sealing.open(cursor, order)
    if (text === null) throw invalidCursor()
    const [key, id] = JSON.parse(text) as [string, string]
    return { key, id }
  }
}

/** Returns the owner of the cursors of one order, so that a cursor of another order is refused. */
function orderOf(organizationId: string, { sort, descending }: PeopleSelection): SealedOwner {
  return { kind: 'people cursor', id: `${organizationId} ${sort} ${descending ? 'desc' : 'asc'}` }
}

function listedPerson(row: Details, showsSource: boolean): ListedPerson {
  const { id, email, matchColumn: column, matchValue: value, createdAt, name, company, dataTables } = row
  const { lastMessageAt, status } = row
  return {
    id,
    email: email === '' ? null : email,
    match: column === null || value === null ? null : { column, value },
    name,
    company,
    dataTables,
    createdAt,
    lastMessageAt,
    source: showsSource ? sourceIn(row) : null,
    status,
  }
}

function sourceIn({ source, keyName }: Pick<Details, 'source' | 'keyName'>): PersonSource | null {
  const kind = arrivalSources.find((known) => known === source)
  if (kind !== undefined) return { kind, apiKeyId: null, name: null }
  return source === '' ? null : { kind: 'apiKey', apiKeyId: source, name: keyName }
}
