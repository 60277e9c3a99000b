import type { Knex } from 'knex'
import { Model, type QueryBuilder, snakeCaseMappers } from 'objection'
import type pg from 'pg'

/** A database connection with an open transaction, in the forms that Knex and the `pg` driver need. */
export interface OpenTransaction {
  readonly knex: Knex
  readonly connection: pg.Client
}

/** The base class of rows as Objection reads and writes them; rows never leave the repositories. */
export abstract class Row extends Model {
  static override get columnNameMappers() {
    return snakeCaseMappers()
  }
}

/** Returns a query of the class's rows that runs inside the transaction. */
export function within<Class extends new () => Row>(
  tx: OpenTransaction,
  rows: Class & { query: typeof Model.query },
): QueryBuilder<InstanceType<Class>, InstanceType<Class>[]> {
  const query = rows.query(tx.knex)
  void query.onBuildKnex((builder) => {
    void builder.connection(tx.connection)
  })
  return query as unknown as QueryBuilder<InstanceType<Class>, InstanceType<Class>[]>
}

/**
 * Returns how many rows a query finds inside its transaction. Objection's own `resultSize` uses another
 * connection, so it misses the transaction's changes, and under load it waits for itself.
 */
export async function countWithin<R extends Model>(query: QueryBuilder<R, R[]>): Promise<number> {
  const [row] = (await query.count('* as count')) as unknown as [{ count: string }]
  return Number(row.count)
}

/** Returns the fields of an entity for which its database row has a column. */
export function pick<Source extends object, Key extends keyof Source>(
  source: Source,
  keys: readonly Key[],
): Pick<Source, Key> {
  return Object.fromEntries(keys.map((key) => [key, source[key]])) as Pick<Source, Key>
}

/**
 * Returns the names of an entity's columns, so that every query of it lists them the same; a column that is
 * missing does not compile.
 */
export function everyColumnOf<Entity>() {
  return <const Names extends readonly (keyof Entity & string)[]>(
    ...names: Exclude<keyof Entity, Names[number]> extends never ? Names : never
  ): Names => names
}

/** Returns the columns of an entity for a select list, such as `created_at as "createdAt"`. */
export function selected(names: readonly string[], table = ''): string {
  return names
    .map((name) => {
      const column = `${table}${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
      return column === name ? name : `${column} as "${name}"`
    })
    .join(', ')
}
