import type { Knex } from 'knex'
import { Model, type QueryBuilder, snakeCaseMappers } from 'objection'
import type pg from 'pg'

/** A connection with a transaction open on it. */
export interface OpenTransaction {
  readonly knex: Knex
  readonly connection: pg.Client
}

/** Rows as Objection reads and writes them; they never leave the repositories. */
export abstract class Row extends Model {
  static override get columnNameMappers() {
    return snakeCaseMappers()
  }
}

/** A query of these rows inside the transaction. */
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
 * How many rows a query of the transaction would give. Objection's own `resultSize` asks
 * another connection: it counts what others see, and under load waits for itself.
 */
export async function countWithin<R extends Model>(query: QueryBuilder<R, R[]>): Promise<number> {
  const [row] = (await query.count('* as count')) as unknown as [{ count: string }]
  return Number(row.count)
}

/** The part of an entity that its row shares with it, without what only the database keeps. */
export function pick<Source extends object, Key extends keyof Source>(
  source: Source,
  keys: readonly Key[],
): Pick<Source, Key> {
  return Object.fromEntries(keys.map((key) => [key, source[key]])) as Pick<Source, Key>
}

/** The columns of an entity, named once for everything that reads them; one that is left out does not compile. */
export function everyColumnOf<Entity>() {
  return <const Names extends readonly (keyof Entity & string)[]>(
    ...names: Exclude<keyof Entity, Names[number]> extends never ? Names : never
  ): Names => names
}

/** The same in a statement: `created_at as "createdAt"`. */
export function selected(names: readonly string[], table = ''): string {
  return names
    .map((name) => {
      const column = `${table}${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
      return column === name ? name : `${column} as "${name}"`
    })
    .join(', ')
}
