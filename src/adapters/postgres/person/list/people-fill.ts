import { gramsOf } from '../../../../domain/person/list/people-search.ts'
import { personReader } from '../../../../domain/person/list/person-of-record.ts'
import type { DataRecord } from '../../../../domain/record-cells.ts'
import type { PersonDigests } from '../../../../ports/contact/contact-rules.ts'
import { type Database, execute, type Statement } from '../../database.ts'
import type { OpenTransaction } from '../../rows.ts'
import { fieldsOf, type Selected, type TableFields } from '../../schema/columns.ts'
import { sqlFunction } from '../../sql-function.ts'
import { listRecords } from '../../table/list-records.ts'
import { inTransaction } from '../../transaction.ts'

type Connection = OpenTransaction['connection']

const enterPeople = sqlFunction('enter_people', 'p_organization', 'p_table', 'p_records', 'p_entries')
const removeFromPeople = sqlFunction('remove_from_people', 'p_table', 'p_records')

/** A digest of the columns of a table by which the people of its records are recognized. */
const columnsDigest = `
  md5(concat_ws('|', (select string_agg(c ->> 'name', ',') from jsonb_array_elements(t.columns) c), t.column_keys,
                t.match -> 'columns', t.default_country))`

/** The version of entries with a source and a company. Entries of an earlier release are entered again. */
const entriesVersion = 3

// Begins the list for tables that are not in it yet, and begins it again for tables whose columns have changed or whose
// entries are of an earlier version.
// Returns a row if a table has no number of a transaction yet (number_people_progress).
const beginProgress: Statement = {
  name: 'begin_people_progress',
  text: `
    with again as (
      update people_progress f
         set seq = 0, after_id = 0, is_complete = false, columns_digest = ${columnsDigest}, entries_version = ${entriesVersion}
        from data_tables t
       where t.organization_id = $1 and f.data_table_id = t.id
         and (f.columns_digest <> ${columnsDigest} or f.entries_version < ${entriesVersion})
    ), begun as (
      insert into people_progress (data_table_id, organization_id, columns_digest, entries_version)
      select t.id, t.organization_id, ${columnsDigest}, ${entriesVersion} from data_tables t
       where t.organization_id = $1
         and not exists (select from people_progress f where f.data_table_id = t.id)
         and not exists (select from organization_departures d where d.organization_id = $1)
      on conflict do nothing returning data_table_id
    )
    select data_table_id as id from begun
    union all
    select data_table_id from people_progress where organization_id = $1 and begun_in_transaction is null`,
}

// Notes a transaction that begins after the commit of begin_people_progress. Transactions with higher numbers note
// their changes of records for the list.
const numberProgress: Statement = {
  name: 'number_people_progress',
  text: `
    update people_progress set begun_in_transaction = pg_current_xact_id()
     where organization_id = $1 and begun_in_transaction is null`,
}

const listedOrganizations: Statement = {
  name: 'organizations_with_listed_people',
  text: 'select distinct organization_id as id from people_progress',
}

const tablesBehind: Statement = {
  name: 'people_progress_behind',
  text: `
    select f.data_table_id as id
      from people_progress f cross join lateral end_of_ledger(p_table => f.data_table_id) l
     where f.organization_id = $1
       and (not f.is_complete or f.seq < l.last_seq
            or exists (select from people_changes c where c.data_table_id = f.data_table_id))
     order by f.data_table_id`,
}

const progress = fieldsOf('people_progress', 'organizationId', 'seq', 'afterId')

// Locks the row that says how far the records of a table are read. Returns no row while a transaction is open that does
// not know the list yet, because it changes records without noting them.
const lockProgress: Statement = {
  name: 'lock_people_progress',
  text: `
    select ${progress.selected('f')}, t.match, t.default_country as "defaultCountry", l.last_seq as "lastSeq"
      from people_progress f
      join data_tables t on t.id = f.data_table_id
      cross join lateral end_of_ledger(p_table => t.id) l
     where f.data_table_id = $1 and (f.seq > 0 or is_known_to_open_transactions(p_transaction => f.begun_in_transaction))
       for update of f`,
}

const takeChanges: Statement = {
  name: 'take_changes_of_people',
  text: `
    delete from people_changes where ctid = any(array(
      select ctid from people_changes where data_table_id = $1 limit $2)) returning record_id as id`,
}

// Finds the time of a record that is not in the list by the listed record before it, because no index leads from a
// record to its append. Ids ascend nearly as the times do. A record between two listed records of the same append is of
// this append, whose ids have no gaps; otherwise its source is not known.
const changedRecords: Statement = {
  name: 'changed_records_of_people',
  text: `
    select r.id, case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data,
           coalesce(
             (select x.created_at from person_records x
               where x.data_table_id = r.data_table_id and x.record_id <= r.id order by x.record_id desc limit 1),
             (select a.created_at from appends a where a.data_table_id = r.data_table_id order by a.seq limit 1)) as created_at,
           coalesce(own.source, case when lower.created_at = upper.created_at and lower.source = upper.source
                                     then lower.source end, '') as source
      from records r join data_tables t on t.id = r.data_table_id
      left join person_records own on own.data_table_id = r.data_table_id and own.record_id = r.id
      left join lateral (
        select x.created_at, x.source from person_records x
         where x.data_table_id = r.data_table_id and x.record_id < r.id order by x.record_id desc limit 1) lower on true
      left join lateral (
        select x.created_at, x.source from person_records x
         where x.data_table_id = r.data_table_id and x.record_id > r.id order by x.record_id limit 1) upper on true
     where r.data_table_id = $1 and r.id = any($2::bigint[])`,
}

// An API key is named by its id; other sources by their kind.
const sourcesOfAppends: Statement = {
  name: 'sources_of_appends',
  text: `
    select a.seq, coalesce(a.api_key_id::text, append_source(p_api_key => a.api_key_id, p_source => a.source)) as source
      from appends a where a.data_table_id = $1 and a.seq = any($2::bigint[])`,
}

const noteRead: Statement = {
  name: 'note_read_people',
  text: `
    update people_progress set seq = greatest(seq, $2), after_id = $3, is_complete = $4 where data_table_id = $1`,
}

// Finds tables that were deleted or moved to the bin. Their records are removed from the list, and are read again
// after a restoration.
const goneTables: Statement = {
  name: 'gone_tables_of_people',
  text: `
    select f.data_table_id as id from people_progress f
     where not exists (select from data_tables t where t.id = f.data_table_id) order by f.data_table_id`,
}

// Locks the row that says how far the records of a table are read, and begins again, because the table may be restored
// while its records are being removed from the list.
const restartGone: Statement = {
  name: 'restart_gone_table_of_people',
  text: `
    update people_progress f set seq = 0, after_id = 0, is_complete = false
     where f.data_table_id = $1 and not exists (select from data_tables t where t.id = f.data_table_id)
    returning f.data_table_id as id`,
}

const goneRecords: Statement = {
  name: 'gone_records_of_people',
  text: 'select record_id as id from person_records where data_table_id = $1 order by record_id limit $2',
}

const forgetTable: Statement = {
  name: 'forget_table_of_people',
  text: `
    with changes as (delete from people_changes where data_table_id = $1)
    delete from people_progress where data_table_id = $1`,
}

/**
 * The number of records that one transaction reads. Deletions and erasures of records wait for its commit while they
 * hold the data table, for which ingest waits.
 */
const maxRecords = 400
const maxChanges = 200
/** An id that no record of an append exceeds. */
const lastId = '9223372036854775807'
/** The time in milliseconds for which the fill delays a request that lists people. */
const maxCatchUpMs = 100
/** The number of pages of a table after which a runtime fills the next table. */
const maxPages = 20

/** Returns the id of a person from the text that identifies the person. */
type Digest = (identity: string) => string

interface IdRow {
  readonly id: string
}

interface Progress
  extends Selected<typeof progress>,
    Pick<TableFields<'data_tables'>, 'match' | 'defaultCountry' | 'lastSeq'> {}

interface RecordToRead {
  readonly id: string
  readonly data: DataRecord
  readonly created_at: Date
  /** The kind of the source, or the id of the API key; empty if it is not known. */
  readonly source: string
}

type ListedRecord = Omit<RecordToRead, 'source'> & { readonly seq: string }

/** `PeopleFill` enters the people of records in the lists of people. */
export class PeopleFill {
  readonly #database: Database
  readonly #digests: PersonDigests

  constructor(database: Database, digests: PersonDigests) {
    this.#database = database
    this.#digests = digests
  }

  /** Enters records of an organization for a limited time. Returns false if others are left. */
  async catchUp(organizationId: string): Promise<boolean> {
    const { timers } = this.#database
    const until = timers.elapsedMs() + maxCatchUpMs
    await this.#begin(organizationId)
    // Reads the digest key before the transactions, which would otherwise wait for a second connection.
    const digest = await this.#digests.ofOrganization(organizationId)
    for (const { id } of await this.#behind(organizationId))
      while (await this.#enterNext(id, digest)) if (timers.elapsedMs() > until) return false
    return (await this.#behind(organizationId)).length === 0
  }

  /** Enters all records of all organizations whose people were listed. */
  async fill(signal: AbortSignal): Promise<void> {
    for (const { id } of await this.#database.read<IdRow>(goneTables, []))
      while (!signal.aborted && (await this.#removeTable(id)));
    for (const { id: organizationId } of await this.#database.read<IdRow>(listedOrganizations, [])) {
      await this.#begin(organizationId)
      const digest = await this.#digests.ofOrganization(organizationId)
      // Fills all tables in turns, so that small tables do not wait for a large one.
      for (let isBehind = true; isBehind && !signal.aborted; ) {
        isBehind = false
        for (const { id } of await this.#behind(organizationId))
          for (let pages = 0; pages < maxPages && !signal.aborted; pages++) {
            if (!(await this.#enterNext(id, digest))) break
            isBehind = true
          }
      }
    }
  }

  async #begin(organizationId: string): Promise<void> {
    const unnumbered = await this.#database.write<IdRow>(beginProgress, [organizationId])
    if (unnumbered.length > 0) await this.#database.write(numberProgress, [organizationId])
  }

  #behind(organizationId: string): Promise<readonly IdRow[]> {
    return this.#database.read<IdRow>(tablesBehind, [organizationId])
  }

  /** Enters some changed records of a table and a page of new ones. Returns false if no more can be entered. */
  #enterNext(dataTableId: string, digest: Digest): Promise<boolean> {
    return inTransaction(this.#database, async (connection) => {
      const [table] = await execute<Progress>(connection, lockProgress, [dataTableId])
      if (table === undefined) return false
      const changes = await execute<IdRow>(connection, takeChanges, [dataTableId, maxChanges])
      if (changes.length > 0) {
        const ids = [...new Set(changes.map(({ id }) => id))]
        const rows = await execute<RecordToRead>(connection, changedRecords, [dataTableId, ids])
        await this.#enter(connection, dataTableId, { ...table, digest }, rows)
      }
      const call = listRecords({
        p_table: dataTableId,
        p_seq: table.seq,
        p_last: table.lastSeq,
        p_id: table.afterId,
        p_limit: maxRecords,
      })
      const rows = await execute<ListedRecord>(connection, ...call)
      if (rows.length > 0) {
        const recordsWithSources = await withSources(connection, dataTableId, rows)
        await this.#enter(connection, dataTableId, { ...table, digest }, recordsWithSources)
      }
      // Notes the end of the ledger after the last page, because the records of the last appends may be deleted.
      const last = rows.length < maxRecords ? undefined : rows.at(-1)
      const { seq, id } = last ?? { seq: table.lastSeq, id: lastId }
      await execute(connection, noteRead, [dataTableId, seq, id, last === undefined])
      return rows.length === maxRecords || changes.length === maxChanges
    })
  }

  async #enter(
    connection: Connection,
    dataTableId: string,
    { organizationId, match, defaultCountry, digest }: Progress & { readonly digest: Digest },
    rows: readonly RecordToRead[],
  ): Promise<void> {
    const personOf = personReader(match, defaultCountry)
    const people = rows.flatMap(({ id, data, created_at: createdAt, source }) => {
      const person = personOf(data)
      return person === null ? [] : [{ recordId: id, createdAt, source, ...person }]
    })
    const entries = {
      records: people.map(({ recordId }) => recordId),
      people: people.map(({ identity }) => digest(identity)),
      emails: people.map(({ email }) => email ?? ''),
      columns: people.map(({ match: key }) => key?.column ?? null),
      cells: people.map(({ match: key }) => key?.value ?? null),
      names: people.map(({ name }) => name),
      companies: people.map(({ company }) => company),
      name_keys: people.map(({ nameKey }) => nameKey),
      company_keys: people.map(({ companyKey }) => companyKey),
      texts: people.map(({ searchText }) => searchText),
      grams: people.map(({ searchText }) => `{${gramsOf(organizationId, [searchText]).join()}}`),
      times: people.map(({ createdAt }) => createdAt),
      sources: people.map(({ source }) => source),
    }
    const call = enterPeople({
      p_organization: organizationId,
      p_table: dataTableId,
      p_records: rows.map(({ id }) => id),
      p_entries: entries,
    })
    await execute(connection, ...call)
  }

  /** Removes some records of a table that is gone. Returns false if none is left. */
  #removeTable(dataTableId: string): Promise<boolean> {
    return inTransaction(this.#database, async (connection) => {
      const [gone] = await execute<IdRow>(connection, restartGone, [dataTableId])
      if (gone === undefined) return false
      const rows = await execute<IdRow>(connection, goneRecords, [dataTableId, maxRecords])
      const call = removeFromPeople({ p_table: dataTableId, p_records: rows.map(({ id }) => id) })
      await execute(connection, ...call)
      if (rows.length < maxRecords) await execute(connection, forgetTable, [dataTableId])
      return rows.length === maxRecords
    })
  }
}

/** Returns records with the sources of their appends. */
async function withSources(
  connection: Connection,
  dataTableId: string,
  rows: readonly ListedRecord[],
): Promise<readonly RecordToRead[]> {
  const seqs = [...new Set(rows.map(({ seq }) => seq))]
  const appends = await execute<{ readonly seq: string; readonly source: string }>(
    connection,
    sourcesOfAppends,
    [dataTableId, seqs],
  )
  const sources = new Map(appends.map(({ seq, source }) => [seq, source]))
  return rows.map((row) => ({ ...row, source: sources.get(row.seq) ?? '' }))
}
