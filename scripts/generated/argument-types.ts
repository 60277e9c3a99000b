import type pg from 'pg'

interface SqlFunction {
  readonly name: string
  readonly body: string
}

/**
 * The lists that an SQL function reads from each of its JSON arguments, by argument and by list name. The
 * values are SQL types such as `int[]`.
 */
type Arguments = Map<string, Map<string, string>>

/**
 * The TypeScript types of list items in JSON arguments of SQL functions, by the SQL type to which PostgreSQL
 * converts them.
 */
const typesOf: Readonly<Record<string, string>> = {
  bigint: 'string',
  boolean: 'boolean',
  // Bytes are text in JSON: hexadecimal digits after `\x`.
  bytea: 'string',
  float8: 'number',
  int: 'number',
  jsonb: 'object',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
}

const findFunctions = `
  select proname::text as name, prosrc as body
    from pg_proc where pronamespace = current_schema()::regnamespace
   order by proname collate "C", oid`

const heading = `// Written by \`npm run schema\` from the functions of a migrated database; do not edit.

/**
 * A list in a JSON argument of an SQL function: one value for each item, or null if no item has a value. A
 * text such as "{1,2}" is a list too, which PostgreSQL reads faster for long lists of numbers.
 */
type List<Value> = readonly (Value | null | undefined)[] | string | null
`

/**
 * Returns a TypeScript module with the types of the lists in the JSON arguments of each SQL function,
 * formatted as Biome would. Includes lists that a function reads by `jsonb_to_record`, and lists that it
 * passes on to other functions.
 */
export async function argumentTypes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<SqlFunction>(findFunctions)
  const found = new Map(rows.map((sqlFunction) => [sqlFunction.name, listsRead(sqlFunction)]))
  while (rows.some((sqlFunction) => takeOver(sqlFunction, found))) {}
  return [
    heading,
    '/** The JSON arguments of SQL functions: objects of lists. */',
    'export interface JsonArguments {',
    ...[...found].flatMap(([name, of]) => (of.size === 0 ? [] : functionType(name, of))),
    '}',
    '',
  ].join('\n')
}

/**
 * Returns the lists that an SQL function reads from its JSON arguments itself, without the functions that it
 * calls.
 */
function listsRead({ name, body }: SqlFunction): Arguments {
  const read: Arguments = new Map()
  for (const [, argument = '', list = ''] of body.matchAll(
    /jsonb_to_record\((p_\w+)\) as \w+\(([^()]*)\)/g,
  )) {
    const lists = read.get(argument) ?? new Map<string, string>()
    for (const one of list.split(',')) {
      const [, field, type] = /^\s*(\w+) (\w+)\[\]\s*$/.exec(one) ?? []
      if (field === undefined || type === undefined)
        throw new Error(`${name} reads "${one.trim()}" of ${argument}, which is no list`)
      lists.set(field, type)
    }
    read.set(argument, lists)
  }
  return read
}

const call = /(\w+)\(((?:[^()]|\([^()]*\))*)\)/g
const passed = /(p_\w+) => (p_\w+)/g

/**
 * Adds to an SQL function's lists those of the functions that it calls with its own JSON arguments. Returns
 * true if any were added.
 */
function takeOver({ name, body }: SqlFunction, found: ReadonlyMap<string, Arguments>): boolean {
  let hasAdded = false
  const own = found.get(name)
  for (const [, called = '', values = ''] of body.matchAll(call)) {
    for (const [, theirs = '', argument = ''] of values.matchAll(passed)) {
      for (const [field, type] of found.get(called)?.get(theirs) ?? []) {
        const lists = own?.get(argument) ?? new Map<string, string>()
        if (lists.has(field)) continue
        own?.set(argument, lists.set(field, type))
        hasAdded = true
      }
    }
  }
  return hasAdded
}

function functionType(name: string, of: Arguments): readonly string[] {
  return [
    `  readonly ${name}: {`,
    ...inOrder(of).flatMap(([argument, lists]) => argumentType(argument, lists)),
    '  }',
  ]
}

function argumentType(argument: string, lists: ReadonlyMap<string, string>): readonly string[] {
  return [
    `    readonly ${argument}: {`,
    ...inOrder(lists).map(([field, type]) => listType(field, type)),
    '    }',
  ]
}

function listType(field: string, type: string): string {
  const known = typesOf[type]
  if (known === undefined) throw new Error(`Add the type "${type}" to scripts/generated/argument-types.ts`)
  return `      readonly ${field}: List<${known}>`
}

function inOrder<Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  return [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))
}
