import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import type { Statement } from '../../../src/adapters/postgres/database.ts'
import type { TypedRead } from './typed-reads.ts'

const query = '?constant='

/** Makes Node.js export the constant that the query of a module's URL names. */
export function registerConstants(): { deregister(): void } {
  return registerHooks({
    load(url, context, next) {
      const module = next(url, context)
      const [, name] = url.split(query)
      if (name === undefined) return module
      const source = Buffer.from(module.source as Uint8Array).toString()
      return { ...module, source: `${source}\nexport { ${name} as constant }\n` }
    },
  })
}

/** Returns the statements among constants. Requires `registerConstants`. */
export async function statementsOf({
  constants,
}: Pick<TypedRead, 'constants'>): Promise<readonly Statement[]> {
  const values = await Promise.all(
    constants.map(async ({ file, name }) => {
      const module = (await import(`${pathToFileURL(file).href}${query}${name}`)) as { constant: unknown }
      // An SQL function returns its statement, with values that do not matter here.
      return typeof module.constant === 'function' ? [module.constant({})].flat()[0] : module.constant
    }),
  )
  return values.filter(isStatement)
}

function isStatement(value: unknown): value is Statement {
  return typeof value === 'object' && value !== null && 'name' in value && 'text' in value
}

/** Returns the names of the columns of a statement's rows with the ids of their types, without running it. */
export function describeStatement(
  client: pg.Client,
  { text }: Statement,
): Promise<ReadonlyMap<string, number>> {
  return new Promise((resolve, reject) => {
    let columns: readonly pg.FieldDef[] = []
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }) {
        columns = fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(new Map(columns.map((column) => [column.name, column.dataTypeID]))),
    })
  })
}
