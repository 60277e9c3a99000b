import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const moving = 'the move of an organization holds it under a lease'
const presence = 'tells whether the process that writes is still there'
const schema = 'is about the schema, for its operator'

/**
 * Files with SQL that may read the database's clock for other things than leases, with the reason. This test
 * expects all other files to take the time as p_now.
 */
const allowed: Readonly<Record<string, string>> = {
  'migrations/functions/cell/close_organization.sql': moving,
  'migrations/functions/cell/is_leaving.sql': moving,
  'migrations/functions/cell/reopen_abandoned_organizations.sql': moving,
  'migrations/functions/job/slice/end_leases_of_lost_connections.sql':
    'ends leases of connections that were lost',
  'src/adapters/postgres/job/runtime-status.ts': presence,
  'src/adapters/postgres/request-claims.ts': 'inserts a claim with the end of its lease',
  'src/adapters/postgres/schema/applied-file.ts': schema,
  'src/adapters/postgres/table/clear-records.ts': presence,
  'src/adapters/postgres/table/import/staged-records.ts': presence,
  'src/adapters/postgres/table/key-rebuild.ts': presence,
  'src/operation/backup/take-backup.ts': 'labels a backup',
  'src/operation/cells/incoming-move.ts': moving,
  'src/operation/cells/open-work.ts': moving,
  'src/operation/cells/outgoing-move.ts': moving,
  'src/operation/doctor/facts.ts': 'compares the clocks, and reads the age of transactions',
  'src/operation/migrations/lock-holder.ts': schema,
  'src/operation/migrations/migrate.ts': schema,
}

const call = String.raw`(?:(?<![.\w])now\(\)|\b(?:clock|statement|transaction)_timestamp\(\)|\bcurrent_(?:date|time|timestamp)\b|\blocaltime(?:stamp)?\b)`
/**
 * A pattern by which this test finds SQL that compares a lease with the database's clock, sets the end of a
 * lease, or sets the time to compare leases with.
 */
const ofLease = new RegExp(String.raw`\bleases?_\w+(?: timestamptz)? (?:<=|>|:?=) ${call}`, 'g')

function readsClock(path: string): boolean {
  const text = readFileSync(path, 'utf8').replaceAll(/^\s*(?:--|\/\/|\*|\/\*).*$/gm, '')
  return new RegExp(call).test(text.replaceAll(ofLease, ''))
}

it('the database clock is read for leases only, and in the listed files for the given reasons', () => {
  const files = ['migrations/functions/**/*.sql', 'src/{adapters/postgres,operation}/**/*.ts'].flatMap(
    (pattern) => globSync(pattern, { cwd: root }),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((path) => readsClock(`${root}${path}`)).toSorted()).toEqual(
    Object.keys(allowed).toSorted(),
  )
})
