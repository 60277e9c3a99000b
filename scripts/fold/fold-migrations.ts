import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Release, readRelease, thisRelease } from '../../src/adapters/postgres/schema/release.ts'
import { replacedFilesText } from '../../src/adapters/postgres/schema/replaced-files.ts'
import { startEmbeddedServer } from '../../src/operation/embedded/embedded-server.ts'
import { migrate } from '../../src/operation/migrations/migrate.ts'
import { schemaText } from '../generated/schema-text.ts'
import { baselineText } from './baseline-text.ts'
import { schemaFacts } from './schema-facts.ts'
import { sqlComments } from './sql-comments.ts'

/**
 * Folds the dated files of migrations/ into one baseline, from a new database to which they were applied. Writes nothing
 * if a database with the baseline would differ. docs/contribute/migrations.md says when to run it.
 */
const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))
const release = thisRelease()
const version = execFileSync('git', ['describe', '--tags', '--always', '--abbrev=9'], {
  encoding: 'utf8',
}).trim()
const scratch = mkdtempSync(join(tmpdir(), 'spindle-fold-'))
// Lets the user account of the embedded PostgreSQL server enter the scratch folder.
chmodSync(scratch, 0o755)
try {
  const before = await applied('folded', release, (client) =>
    baselineText(client, sqlComments(release.dated.map(({ text }) => text))),
  )
  const name = nextName(release.dated.at(-1)?.name ?? '')
  const folded = join(scratch, 'migrations')
  cpSync(migrations, folded, { recursive: true })
  for (const { place } of release.dated) rmSync(join(folded, place))
  const files = release.dated.map((file) => ({ name: file.name, checksum: file.checksum }))
  const text = `${replacedFilesText({ version, files })}${before.result}`
  writeFileSync(join(folded, `${name}.sql`), text)
  const after = await applied('baseline', readRelease(folded, release.version), async () => '')
  assertEqual(before.schema, after.schema)
  for (const { place } of release.dated) rmSync(join(migrations, place))
  writeFileSync(join(migrations, `${name}.sql`), text)
  process.stdout.write(`migrations/${name}.sql replaces ${files.length} files of ${version}.\n`)
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10 })
}

/** Applies a version's dated files to a new database. Returns its schema, and the result of `read`. */
async function applied<Result>(
  folder: string,
  files: Release,
  read: (client: pg.Client) => Promise<Result>,
): Promise<{ readonly schema: string; readonly result: Result }> {
  const server = await startEmbeddedServer(join(scratch, folder))
  try {
    await migrate(server.url, { ...files, functions: [] })
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      const schema = `${await schemaText(client)}\n${await schemaFacts(client)}`
      return { schema, result: await read(client) }
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}

/** Returns the name of a baseline whose date is one second after that of a dated file. */
function nextName(name: string): string {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(name)?.map(Number) ?? []
  const [year = 0, month = 1, day, hour, minute, second = 0] = parts
  const next = new Date(Date.UTC(year, month - 1, day, hour, minute, second + 1))
  return `${next.toISOString().replaceAll(/\D/g, '').slice(0, 14)}_baseline`
}

function assertEqual(before: string, after: string): void {
  const [present, next] = [before.split('\n'), after.split('\n')]
  const place = present.findIndex((line, index) => line !== next[index])
  if (place < 0 && present.length === next.length) return
  throw new Error(
    `A database with the baseline would differ, so nothing was written.\nPresent:  ${present[place]}\nBaseline: ${next[place]}`,
  )
}
