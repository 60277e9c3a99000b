/** A table, view or sequence in the order in which migration files create them. */
interface SqlObject {
  readonly kind: 'table' | 'view' | 'sequence'
  readonly name: string
}

/** The comments of migration files, and the order of what they create. */
export interface SqlComments {
  /** The first comment of the first file, which is about all tables. */
  readonly head: readonly string[]
  readonly order: readonly SqlObject[]
  /** The headings of sections by the name of the first object in the section. */
  readonly headings: ReadonlyMap<string, readonly string[]>
  /** The lines of each comment by the name of its table, view, sequence or index, or by TABLE.COLUMN. */
  readonly comments: ReadonlyMap<string, readonly string[]>
}

interface Statement {
  readonly text: string
  readonly comment: readonly string[]
  readonly heading: readonly string[]
}

/**
 * Returns the comments of dated migration files, in the order of the files. A comment follows its column or table if a
 * later file renames it, and the comment of a later file takes the place of an earlier one. Comments of statements that
 * change rows are left out.
 */
export function sqlComments(files: readonly string[]): SqlComments {
  const statements = files.flatMap(statementsOf)
  const order: SqlObject[] = []
  const headings = new Map<string, readonly string[]>()
  const comments = new Map<string, readonly string[]>()
  const note = (key: string, comment: readonly string[]) => {
    if (comment.length > 0) comments.set(key, comment)
  }
  for (const { text, comment, heading } of statements) {
    const [, kind, name = ''] = /^create (table|view|sequence) (\w+)/.exec(text) ?? []
    if (kind !== undefined) {
      order.push({ kind: kind as SqlObject['kind'], name })
      note(name, comment)
      if (heading.length > 0) headings.set(name, heading)
      for (const [part, lines] of commentsOfParts(name, text)) note(`${name}.${part}`, lines)
    }
    const index = indexIn(text)
    if (index !== null) note(index, comment)
    const [, table = '', change = ''] = /^alter table (\w+)\s+([\s\S]*)$/.exec(text) ?? []
    const [, column] = /\badd column (\w+)/.exec(change) ?? []
    if (column !== undefined) note(`${table}.${column}`, comment)
    const [, stored] = /^alter column (\w+) set storage/.exec(change) ?? []
    if (stored !== undefined) note(`storage of ${table}.${stored}`, comment)
    for (const [before, after] of renamesIn(text)) rename({ order, headings, comments }, before, after)
    const [, to] = /^rename to (\w+);/.exec(change) ?? []
    if (to !== undefined) note(to, comment)
  }
  return { head: headOf(files[0] ?? ''), order, headings, comments }
}

/** Returns the comment with which a file begins, without the lines for programs. */
function headOf(file: string): string[] {
  const lines = file.split('\n').filter((line) => !line.startsWith('--!'))
  return lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('--')),
  )
}

/** Splits a file into statements with the comment before each. A comment before an empty line is a heading. */
function statementsOf(file: string): Statement[] {
  const statements: Statement[] = []
  let heading: string[] = []
  let comment: string[] = []
  let lines: string[] = []
  for (const line of file.split('\n')) {
    if (lines.length === 0 && line.startsWith('--')) {
      if (!line.startsWith('--!')) comment.push(line)
    } else if (lines.length === 0 && line.trim() === '') {
      if (comment.length > 0) [heading, comment] = [comment, []]
    } else {
      lines.push(line)
      const text = lines.join('\n')
      if (!/;\s*$/.test(line) || text.split('$$').length % 2 === 0) continue
      statements.push({ text, comment, heading })
      ;[heading, comment, lines] = [[], [], []]
    }
  }
  return statements
}

/** Returns the comments of the columns and constraints in a CREATE TABLE statement, by their names. */
function commentsOfParts(table: string, text: string): [name: string, comment: string[]][] {
  const commented: [string, string[]][] = []
  let comment: string[] = []
  for (const line of text.split('\n').slice(1)) {
    if (/^ {2}--/.test(line)) comment.push(line.trim())
    else if (comment.length > 0) {
      const [, name] = /^ {2}(?:constraint )?(\w+) /.exec(line) ?? []
      if (name === undefined) throw new Error(`This comment belongs to no column: ${comment.join(' ')}`)
      commented.push([/^ {2}primary key/.test(line) ? `${table}_pkey` : name, comment])
      comment = []
    }
  }
  return commented
}

/** Returns the name of the index that a statement creates, as PostgreSQL chooses it if the statement names none. */
function indexIn(text: string): string | null {
  const [, name, table = '', columns = ''] =
    /^create (?:unique )?index (?:concurrently )?(?:(\w+) )?on (\w+)(?: using \w+)? \(([^()]*)\)/.exec(
      text.replaceAll(/\s+/g, ' '),
    ) ?? []
  if (table === '')
    return name ?? /^create (?:unique )?index (?:concurrently )?(\w+) on/.exec(text)?.[1] ?? null
  return name ?? [table, ...columns.split(', ').map((column) => column.split(' ')[0]), 'idx'].join('_')
}

/** Returns the former and the new name of what a statement renames; a column as TABLE.COLUMN. */
function renamesIn(text: string): [before: string, after: string][] {
  const renames: [string, string][] = []
  for (const [, kind, name = '', column, to = ''] of text.matchAll(
    /^alter (table|view|index|sequence) (\w+) rename (?:(?:column )?(\w+) )?to (\w+);/gm,
  )) {
    if (kind === 'table' && column !== undefined) renames.push([`${name}.${column}`, `${name}.${to}`])
    else if (column === undefined) renames.push([name, to])
  }
  return renames
}

function rename(
  {
    order,
    headings,
    comments,
  }: { order: SqlObject[] } & Record<'headings' | 'comments', Map<string, readonly string[]>>,
  before: string,
  after: string,
): void {
  const place = order.findIndex(({ name }) => name === before)
  const renamed = order[place]
  if (renamed !== undefined) order[place] = { ...renamed, name: after }
  for (const map of [headings, comments]) {
    for (const [key, lines] of map) {
      const next = keyAfterRename(key, before, after)
      if (next === key) continue
      map.delete(key)
      map.set(next, lines)
    }
  }
}

function keyAfterRename(key: string, before: string, after: string): string {
  const stored = 'storage of '
  if (key.startsWith(stored)) return stored + keyAfterRename(key.slice(stored.length), before, after)
  return key === before || key.startsWith(`${before}.`) ? after + key.slice(before.length) : key
}
