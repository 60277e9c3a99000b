import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'
import ts from 'typescript'

/**
 * The plain statements that stay SQL, by the reasons that decision 49 gives. Each is the name of a statement,
 * or a file all of whose statements stay.
 */
const exempt: Readonly<Record<string, readonly string[]>> = {
  'It is on a hot path.': [
    'list_mappings',
    'find_event_token',
    'find_test_clock',
    'keeps_bodies',
    'lock_confirmation',
  ],
  'It writes or locks outside of a unit of work.': [
    'abandon_import',
    'add_audit_event',
    'add_destination_retry',
    'advance_destination_replay',
    'await_cut',
    'end_destination_replay',
    'end_destination_retry',
    'erase_rehearsals',
    'erase_test_calls',
    'fail_rehearsal',
    'find_table_to_erase_from',
    'finish_rehearsal',
    'forget_empty_bin_entry',
    'hold_sender_credentials',
    'leave_of_worker',
    'let_go_of_test_clock',
    'make_webhook_secret',
    'note_disabled_destination',
    'note_failing_mails',
    'note_looked_after',
    'note_played_test_answer',
    'note_progress_of_rehearsal',
    'note_recovery',
    'note_sealing_key',
    'mark_reported_pause',
    'postpone_destination_retry',
    'release_mailbox',
    'replace_sender_credentials',
    'replace_webhook_secret',
  ],
  'It encrypts secrets again.': ['sender/sealed-rows.ts'],
  'It runs on a connection that it opened or was lent, without a unit of work.': [
    'cell/clear-organization.ts',
    'cell/clearing.ts',
    'cell/organization-tables.ts',
    'job/restore/restored.ts',
    'schema/applied-file.ts',
  ],
}

const root = fileURLToPath(new URL('../src/adapters/postgres/', import.meta.url))
const column = String.raw`\w+( as "?\w+"?)?`
const columns = String.raw`(\$\{\w+\.selected\(('\w+')?\)\}|${column}(, ${column})*)`
const value = String.raw`(\$\d+|null|true|false|'\w+'|-?\d+)`
const term = String.raw`(\w+ (= ${value}|is null)|(not )?\w+)`
const match = String.raw`where ${term}( and ${term})*`
const replaced = String.raw`\w+ = excluded\.\w+`
const counted = String.raw`( returning (1|\w*id))?`

/** The forms of statements that do what `find`, `lock`, `list`, `add`, `put`, `putMissing`, `patch` and `remove` of an entity do. */
const plain = [
  `select ${columns} from \\w+( ${match})?( order by \\w+(, \\w+)*)?( limit 1)?( for no key update)?`,
  String.raw`insert into \w+ \([\w, ]+\) values \(${value}(, ${value})*\)( on conflict (do nothing|\([\w, ]+\) do update set ${replaced}(, ${replaced})*))?`,
  String.raw`update \w+ set \w+ = ${value}(, \w+ = ${value})* ${match}${counted}`,
  String.raw`delete from \w+ ${match}${counted}`,
].map((form) => new RegExp(`^${form}$`))

interface FoundStatement {
  readonly name: string | null
  readonly file: string
  readonly text: string
}

function plainStatementsIn(file: string, source: string): readonly FoundStatement[] {
  const found: FoundStatement[] = []
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  visit(parsed)
  return found

  function visit(node: ts.Node): void {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = withoutAlias(
        node.getText().slice(1, -1).replaceAll(/\s+/g, ' ').replaceAll('( ', '(').trim(),
      )
      if (plain.some((form) => form.test(text))) found.push({ name: nameBeside(node), file, text })
    }
    ts.forEachChild(node, visit)
  }
}

/** Returns a statement about one table without the alias of the table. */
function withoutAlias(text: string): string {
  const [, alias] = /^(?:select .* from|update|delete from) \w+ (\w+)(?: where| set|$)/.exec(text) ?? []
  return alias === undefined ? text : text.replaceAll(`${alias}.`, '').replace(` ${alias} `, ' ')
}

/** Returns the name of the statement that has this text; null if the text is no part of a named statement. */
function nameBeside({ parent }: ts.Node): string | null {
  if (!ts.isPropertyAssignment(parent)) return null
  const name = parent.parent.properties.find((property) => property.name?.getText() === 'name')
  return name !== undefined && ts.isPropertyAssignment(name) ? name.initializer.getText().slice(1, -1) : null
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
const found = files
  .trim()
  .split('\n')
  .flatMap((file) => plainStatementsIn(file, readFileSync(`${root}${file}`, 'utf8')))

it('access to one table by the values of its columns goes through an entity', () => {
  const stays = new Set(Object.values(exempt).flat())
  const refused = found.filter(({ name, file }) => !stays.has(name ?? file) && !stays.has(file))
  expect(refused).toEqual([])
  const needed = new Set(found.flatMap(({ name, file }) => [name, file]))
  expect([...stays].filter((stay) => !needed.has(stay))).toEqual([])
})

it.each([
  'select id, name as "fullName" from projects where organization_id = $1 and test_of is null order by id',
  'select ${projects.selected()} from projects where id = $1 for no key update',
  'insert into projects (id, name) values ($1, $2) on conflict do nothing',
  "update projects set name = $2, status = 'open' where id = $1 returning id",
  'delete from projects where organization_id = $1',
  'select p.name as label from projects p where p.id = $1 and not p.in_bin limit 1',
  'insert into projects (id, place) values ($1, -1) on conflict (id) do update set place = excluded.place',
  'update projects set in_bin = false where id = $1 and in_bin',
])('finds the plain statement %s', (text) => {
  const [one] = plainStatementsIn('planted.ts', `const planted = { name: 'planted', text: \`${text}\` }`)
  expect(one).toMatchObject({ name: 'planted', file: 'planted.ts' })
})

it.each([
  'select p.id from projects p join users u on u.id = p.owner_id where p.id = $1',
  'select id from projects where position > $1',
  'update projects set used_at = $2 where id = $1 and used_at is not null',
  'delete from projects where id = any($1::uuid[])',
])('leaves the statement %s to SQL', (text) => {
  expect(plainStatementsIn('planted.ts', `const planted = { text: \`${text}\` }`)).toEqual([])
})
