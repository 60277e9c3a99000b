import type { Knex } from 'knex'
import { Model, type QueryBuilder, snakeCaseMappers, Validator, type ValidatorArgs } from 'objection'
import type pg from 'pg'
import { idAfter, type Page, type PageOf, pageOf } from '../../domain/page.ts'
import type { Timers } from '../../ports/timers.ts'
import { type Database, execute, type Statement } from './database.ts'
import {
  columnOf,
  type FieldList,
  type FieldName,
  selectList,
  type TableFields,
  type TableName,
} from './schema/columns.ts'
import { tableFacts } from './schema/tables.ts'

/** The object on which a store runs its statements: the pool of a `Database`, or an `OpenTransaction`. */
export type Executor = Database | OpenTransaction

/** An `Executor` whose statements all belong to one transaction. */
export class OpenTransaction implements Pick<Database, 'read' | 'write' | 'onConnection'> {
  readonly knex: Knex
  /** The URL of the database, for work on a connection outside of the transaction. */
  readonly url: string
  readonly timers: Timers
  readonly connection: pg.Client

  constructor({ knex, url, timers }: Database, connection: pg.Client) {
    this.knex = knex
    this.url = url
    this.timers = timers
    this.connection = connection
  }

  read<Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return execute<Row>(this.connection, statement, values)
  }

  write<Row extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return execute<Row>(this.connection, statement, values)
  }

  onConnection<Result>(work: (connection: pg.Client) => Promise<Result>): Promise<Result> {
    return work(this.connection)
  }
}

/**
 * Returns an `Entity` for a database table, with the fields of its rows that the rest of the service uses. A
 * field without a column does not compile.
 */
export function entity<Table extends TableName, const Name extends FieldName<Table>>(
  table: Table,
  ...names: readonly Name[]
): Entity<Table, Pick<TableFields<Table>, Name>> {
  return new Entity(table, names)
}

/** The values by which rows of a table are selected, by field; null selects rows whose column is null. */
type Match<Table extends TableName> = { readonly [Name in FieldName<Table>]?: TableFields<Table>[Name] }

/**
 * `Entity` gives access to the rows of one database table through Objection. Rows are selected by the values
 * of their columns; any other access is a named SQL statement.
 */
export class Entity<Table extends TableName, Found extends object> implements FieldList<Found> {
  declare readonly row?: Found
  readonly #names: readonly string[]
  readonly #key: readonly string[]
  readonly #model: typeof Model

  constructor(table: Table, names: readonly string[]) {
    const { key, json } = tableFacts[table]
    this.#names = names
    this.#key = key
    this.#model = class extends Model {
      static override tableName = table
      static override idColumn = [...key]
      static override jsonAttributes = json.map(fieldOf)
      static override columnNameMappers = mappers
      static override createValidator = () => unchecked
    }
  }

  selected(alias?: string): string {
    return selectList(this.#names, alias)
  }

  /** Returns the entity's own fields of an object, without the other fields of a row that a query has joined. */
  fieldsOf(source: Found): Found {
    return fieldsNamed(this.#names, source) as Found
  }

  /** Gives access to the table's rows. In a transaction, its own changes are visible. */
  within(executor: Executor): Rows<Table, Found> {
    return new Rows({ model: this.#model, names: this.#names, key: this.#key, executor })
  }
}

const mappers = snakeCaseMappers()

/**
 * `Unchecked` accepts every row, because models have no JSON schemas. Otherwise Objection would create two instances
 * of Ajv for each model.
 */
class Unchecked extends Validator {
  override validate({ json }: ValidatorArgs) {
    return json
  }
}

const unchecked = new Unchecked()

function fieldOf(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

interface Access {
  readonly model: typeof Model
  readonly names: readonly string[]
  readonly key: readonly string[]
  readonly executor: Executor
}

class Rows<Table extends TableName, Found extends object> {
  readonly #model: typeof Model
  readonly #names: readonly string[]
  readonly #key: readonly string[]
  readonly #executor: Executor

  constructor({ model, names, key, executor }: Access) {
    this.#model = model
    this.#names = names
    this.#key = key
    this.#executor = executor
  }

  #run<Result>(work: (connection: pg.Client) => PromiseLike<Result>): Promise<Result> {
    return this.#executor.onConnection(async (connection) => work(connection))
  }

  async find(match: Match<Table>): Promise<Found | null> {
    const row = await this.#run((connection) => this.#selected(connection, match).first())
    return row === undefined ? null : this.#fieldsOf(row)
  }

  /**
   * Returns a row and locks it until the end of the transaction: other transactions can read it, but not
   * change it.
   */
  async lock(match: Match<Table>): Promise<Found | null> {
    const row = await this.#run((connection) => this.#selected(connection, match).forNoKeyUpdate().first())
    return row === undefined ? null : this.#fieldsOf(row)
  }

  async list(match: Match<Table>, ...order: readonly FieldName<Table>[]): Promise<readonly Found[]> {
    const rows = await this.#run((connection) =>
      this.#selected(connection, match).orderBy(order.map(columnOf)),
    )
    return rows.map((row) => this.#fieldsOf(row))
  }

  /** Returns rows in an order, and locks them one after the other until the end of the transaction. */
  async lockAll(match: Match<Table>, ...order: readonly FieldName<Table>[]): Promise<readonly Found[]> {
    const rows = await this.#run((connection) =>
      this.#selected(connection, match).orderBy(order.map(columnOf)).forNoKeyUpdate(),
    )
    return rows.map((row) => this.#fieldsOf(row))
  }

  /**
   * Returns a page of the table's rows in the order of their ids, which is the order in which they were
   * added.
   */
  page(match: Match<Table>, page: Page): Promise<PageOf<Found>> {
    return this.#page(match, page, 'asc')
  }

  /** Returns a page of the table's rows with the newest first, which have the highest ids. */
  newest(match: Match<Table>, page: Page): Promise<PageOf<Found>> {
    return this.#page(match, page, 'desc')
  }

  async #page(match: Match<Table>, page: Page, direction: 'asc' | 'desc'): Promise<PageOf<Found>> {
    const after = idAfter(page)
    const rows = await this.#run((connection) => {
      const query = this.#selected(connection, match)
        .orderBy('id', direction)
        .limit(page.limit + 1)
      return after === null ? query : query.where('id', direction === 'asc' ? '>' : '<', after)
    })
    const { items, next } = pageOf(rows, page, (row) => String(row.$id()))
    return { items: items.map((row) => this.#fieldsOf(row)), next }
  }

  /**
   * Returns the number of rows that match. Objection's own `resultSize` uses another connection, so it misses
   * the transaction's changes, and under load it waits for itself.
   */
  async count(match: Match<Table>): Promise<number> {
    const [row] = await this.#run((connection) => this.#matching(connection, match).count('* as count'))
    return Number((row as unknown as { readonly count: string }).count)
  }

  /** Inserts a row into the table. `others` has values of columns that are no fields of the entity. */
  async add(row: Found, others: Match<Table> = {}): Promise<void> {
    await this.#run((connection) =>
      this.#matching(connection, {}).insert({ ...this.#fieldsOf(row), ...others }),
    )
  }

  /** Inserts rows into the table. If a row with the same primary key exists, it is overwritten. */
  async put(...rows: readonly Found[]): Promise<void> {
    if (rows.length > 0) await this.#run((connection) => this.#inserted(connection, rows).merge())
  }

  /** Inserts rows into the table. If a row with the same primary key exists, it stays unchanged. */
  async putMissing(...rows: readonly Found[]): Promise<void> {
    if (rows.length > 0) await this.#run((connection) => this.#inserted(connection, rows).ignore())
  }

  /** Updates the rows whose columns have the values in `match`, and returns the number of updated rows. */
  patch(match: Match<Table>, changes: Match<Table>): Promise<number> {
    return this.#run((connection) => this.#matching(connection, match).patch(changes))
  }

  /** Deletes the rows whose columns have the values in `match`, and returns the number of deleted rows. */
  remove(match: Match<Table>): Promise<number> {
    return this.#run((connection) => this.#matching(connection, match).delete())
  }

  #matching(connection: pg.Client, match: Match<Table>): QueryBuilder<Model> {
    const query = this.#model.query(this.#executor.knex)
    void query.onBuildKnex((builder) => {
      void builder.connection(connection)
    })
    for (const [field, value] of Object.entries(match)) {
      if (value === null) void query.whereNull(columnOf(field))
      else void query.where(columnOf(field), value as string)
    }
    return query
  }

  #selected(connection: pg.Client, match: Match<Table>): QueryBuilder<Model> {
    return this.#matching(connection, match).select(this.#names.map(columnOf))
  }

  #inserted(connection: pg.Client, rows: readonly Found[]) {
    return this.#matching(connection, {})
      .insert(rows.map((row) => this.#fieldsOf(row)))
      .onConflict([...this.#key])
  }

  /** Returns the entity's own fields of an object, so that an object with more fields can be stored. */
  #fieldsOf(source: object): Found {
    return fieldsNamed(this.#names, source) as Found
  }
}

function fieldsNamed(names: readonly string[], source: object): object {
  const values = source as Readonly<Record<string, unknown>>
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}
