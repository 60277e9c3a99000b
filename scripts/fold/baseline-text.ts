import type pg from 'pg'
import type { SqlComments } from './sql-comments.ts'

interface Column {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly expression: string | null
  readonly collation: string | null
  /** `always` or `by default` for an identity column. */
  readonly identity: string | null
  /** The storage of the column if it is not that of its type. */
  readonly storage: string | null
}

interface Constraint {
  readonly name: string
  readonly kind: 'p' | 'u' | 'f' | 'c' | 'x'
  readonly definition: string
  readonly columns: readonly string[]
  /** The table to which a foreign key refers. */
  readonly target: string | null
}

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly constraints: readonly Constraint[]
  readonly indexes: readonly { readonly name: string; readonly definition: string }[]
  readonly options: readonly string[] | null
}

const findTables = `
  select c.relname as name, c.reloptions as options,
         (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
                   'isRequired', a.attnotnull, 'expression', pg_get_expr(d.adbin, d.adrelid),
                   'collation', case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end,
                   'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
                   'storage', case when a.attstorage <> t.typstorage
                                   then case a.attstorage when 'e' then 'external' when 'p' then 'plain'
                                                          when 'x' then 'extended' else 'main' end end)
                 order by a.attnum)
            from pg_attribute a join pg_type t on t.oid = a.atttypid
            left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
         (select coalesce(json_agg(json_build_object('name', o.conname, 'kind', o.contype,
                   'definition', pg_get_constraintdef(o.oid), 'target', f.relname,
                   'columns', (select json_agg(a.attname order by k.no) from unnest(o.conkey) with ordinality k(attnum, no)
                                 join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum))
                 order by position(o.contype in 'pufc'), o.conname), '[]')
            from pg_constraint o left join pg_class f on f.oid = o.confrelid
           where o.conrelid = c.oid and o.contype <> 'n') as constraints,
         (select coalesce(json_agg(json_build_object('name', n.relname, 'definition', pg_get_indexdef(i.indexrelid))
                 order by n.oid), '[]')
            from pg_index i join pg_class n on n.oid = i.indexrelid
           where i.indrelid = c.oid
             and not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.contype in ('p', 'u', 'x'))) as indexes
    from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not like 'knex\\_%'`

const findViews = `
  select c.relname as name, pg_get_viewdef(c.oid) as definition from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'v'`

// Lists the sequences that belong to no column.
const findSequences = `
  select s.sequencename as name, increment_by as step, start_value as start, cache_size as cache
    from pg_sequences s
   where schemaname = current_schema() and sequencename not like 'knex\\_%'
     and not exists (select from pg_depend d where d.objid = format('%I.%I', schemaname, sequencename)::regclass
                                               and d.deptype in ('a', 'i') and d.refobjsubid > 0)`

interface View {
  readonly name: string
  readonly definition: string
}

interface Sequence {
  readonly name: string
  readonly step: string
  readonly start: string
  readonly cache: string
}

/**
 * Returns statements that create the tables, indexes, views and sequences of a database, with the comments and in the
 * order of the migration files that created them. Tables come before tables that refer to them.
 */
export async function baselineText(client: pg.Client, comments: SqlComments): Promise<string> {
  const { rows: tables } = await client.query<Table>(findTables)
  const { rows: views } = await client.query<View>(findViews)
  const { rows: sequences } = await client.query<Sequence>(findSequences)
  const writer = new Writer(comments, { tables, views, sequences })
  for (const { name } of comments.order) writer.write(name)
  return writer.text()
}

class Writer {
  readonly #comments: SqlComments
  readonly #tables: ReadonlyMap<string, Table>
  readonly #views: ReadonlyMap<string, View>
  readonly #sequences: ReadonlyMap<string, Sequence>
  readonly #written = new Set<string>()
  readonly #parts: string[]

  constructor(
    comments: SqlComments,
    rows: {
      readonly tables: readonly Table[]
      readonly views: readonly View[]
      readonly sequences: readonly Sequence[]
    },
  ) {
    this.#comments = comments
    this.#tables = byName(rows.tables)
    this.#views = byName(rows.views)
    this.#sequences = byName(rows.sequences)
    this.#parts = [comments.head.join('\n')]
  }

  text(): string {
    return `${this.#parts.join('\n\n')}\n`
  }

  write(name: string): void {
    if (this.#written.has(name)) return
    this.#written.add(name)
    const [table, view, sequence] = [this.#tables.get(name), this.#views.get(name), this.#sequences.get(name)]
    if (table === undefined && view === undefined && sequence === undefined) return
    const heading = this.#comments.headings.get(name)
    if (heading !== undefined) this.#parts.push(heading.join('\n'))
    for (const { target } of table?.constraints ?? []) if (target !== null) this.write(target)
    if (table !== undefined) this.#parts.push(this.#tableText(table))
    if (view !== undefined) this.#parts.push(this.#commented(name, viewText(view, this.#tables)))
    if (sequence !== undefined) this.#parts.push(this.#commented(name, sequenceText(sequence)))
  }

  #tableText(table: Table): string {
    const { name, columns, constraints, indexes, options } = table
    const inline = constraints.filter((constraint) => isInline(table, constraint))
    const parts = [
      ...columns.map((column) => this.#commented(`${name}.${column.name}`, columnText(column, inline), '  ')),
      ...constraints
        .filter((constraint) => !inline.includes(constraint))
        .map((constraint) =>
          this.#commented(`${name}.${constraint.name}`, constraintText(name, constraint), '  '),
        ),
    ]
    const storage =
      options === null ? '' : ` with (${options.map((option) => option.replace('=', ' = ')).join(', ')})`
    return [
      this.#commented(name, `create table ${name} (\n${parts.join(',\n')}\n)${storage};`),
      ...columns.flatMap((column) => {
        if (column.storage === null) return []
        const text = `alter table ${name} alter column ${column.name} set storage ${column.storage};`
        return [this.#commented(`storage of ${name}.${column.name}`, text)]
      }),
      ...indexes.map((index) => this.#commented(index.name, `${indexText(index.definition)};`)),
    ].join('\n')
  }

  #commented(key: string, text: string, indent = ''): string {
    const lines = wrapped(this.#comments.comments.get(key) ?? [], 120 - indent.length)
    return [...lines, text].map((line) => indent + line).join('\n')
  }
}

function byName<Row extends { readonly name: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.name, row]))
}

/** Returns the lines of a comment; wraps them again if one of them is too long for its new place. */
function wrapped(comment: readonly string[], width: number): readonly string[] {
  if (comment.every((line) => line.length <= width)) return comment
  const lines = ['--']
  for (const word of comment
    .map((line) => line.replace(/^-- ?/, ''))
    .join(' ')
    .split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`-- ${word}`)
  }
  return lines
}

/** Returns true if the constraint can be written beside its only column, where PostgreSQL gives it the same name. */
function isInline({ name }: Table, { name: constraint, kind, columns }: Constraint): boolean {
  const endings: Readonly<Record<string, string>> = {
    p: `${name}_pkey`,
    u: `${name}_${columns[0]}_key`,
    f: `${name}_${columns[0]}_fkey`,
    c: `${name}_${columns[0]}_check`,
  }
  return columns.length === 1 && endings[kind] === constraint
}

function columnText(column: Column, inline: readonly Constraint[]): string {
  const { name, type, isRequired, expression, collation, identity } = column
  const constraints = inline.filter(({ columns }) => columns[0] === name)
  const isKey = constraints.some(({ kind }) => kind === 'p')
  const words = [
    name,
    shortType(type),
    collation === null ? '' : `collate ${collation}`,
    isRequired && !isKey && identity === null ? 'not null' : '',
    expression === null ? '' : `default ${expression.replace(`::${type}`, '')}`,
    identity === null ? '' : `generated ${identity} as identity`,
    ...constraints.map(({ kind, definition }) => inlineText(kind, definition)),
  ]
  return words.filter((word) => word !== '').join(' ')
}

function shortType(type: string): string {
  return type
    .replace('timestamp with time zone', 'timestamptz')
    .replace('double precision', 'float8')
    .replace('character varying', 'varchar')
    .replace(/^integer/, 'int')
}

function inlineText(kind: Constraint['kind'], definition: string): string {
  if (kind === 'p') return 'primary key'
  if (kind === 'u') return 'unique'
  const text = plain(definition)
  return kind === 'f' ? text.replace(/^foreign key \(\w+\) /, '').replace('(id)', '') : text
}

function constraintText(table: string, { name, kind, definition, columns }: Constraint): string {
  const usual = kind === 'p' ? `${table}_pkey` : `${table}_${columns.join('_')}_key`
  const text = plain(definition)
  return (kind === 'p' || kind === 'u') && name === usual ? text : `constraint ${name} ${text}`
}

function indexText(definition: string): string {
  return plain(definition)
    .replace(/ on \w+\./, ' on ')
    .replace(' using btree ', ' ')
    .replace(/ where \((.*)\)$/, ' where $1')
}

function viewText({ name, definition }: View, tables: ReadonlyMap<string, Table>): string {
  const [, columns = '', table = '', condition = ''] =
    /^ ?SELECT ([\w\s,."]+?)\s+FROM (\w+)\s+WHERE ([\s\S]*);$/.exec(definition) ?? []
  const all = tables.get(table)?.columns.map((column) => column.name)
  if (all === undefined || columns.split(/,\s*/).join() !== all.join())
    return `create view ${name} as\n${definition}`
  return `create view ${name} as select * from ${table} where ${plain(condition).replace(/^\((.*)\)$/, '$1')};`
}

function sequenceText({ name, step, start, cache }: Sequence): string {
  return `create sequence ${name} increment by ${step} start with ${start} cache ${cache};`
}

/** Returns a definition as a person would write it: small letters, lists of values by `in`, and no cast of a text. */
function plain(definition: string): string {
  return definition
    .split(/('(?:[^']|'')*'|"[^"]*")/)
    .map((part) => (/^['"]/.test(part) ? part : part.toLowerCase()))
    .join('')
    .replaceAll(/('(?:[^']|'')*')::text(?!\[)/g, '$1')
    .replaceAll(/ = any \(array\[([^\]]*)\]\)/g, ' in ($1)')
    .replace(/^check \(\((.*)\)\)$/, 'check ($1)')
}
