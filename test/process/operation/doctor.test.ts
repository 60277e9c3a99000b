import { describe, expect, it } from '@jest/globals'
import { compareSchema } from '../../../src/adapters/postgres/schema/applied-file.ts'
import { thisRelease } from '../../../src/adapters/postgres/schema/release.ts'
import { readConfig } from '../../../src/config.ts'
import { databaseFindings } from '../../../src/operation/doctor/database-findings.ts'
import { openMetrics } from '../../../src/operation/doctor/doctor-command.ts'
import { type DatabaseFacts, readDatabaseFacts } from '../../../src/operation/doctor/facts.ts'
import { createTestDatabase } from '../../support/test-database.ts'

const environment = { DATABASE_URL: 'postgres://localhost/x', SESSION_SECRET: 'x'.repeat(32) }
const config = readConfig(environment)
const { dated, functions, version } = thisRelease()
const applied = [...dated, ...functions].map(({ name, checksum }) => ({ name, checksum, version }))
const sound: DatabaseFacts = {
  version: 180_004,
  settings: {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    autovacuum: 'on',
    max_connections: '100',
    superuser_reserved_connections: '3',
  },
  isStandby: false,
  clockAheadMs: 3,
  isPooled: false,
  isSuperuser: false,
  connections: 20,
  runtimes: 2,
  longTransactions: [],
  slots: [],
  preparedTransactions: 0,
  deadRows: [],
  invalidIndexes: [],
  archiveFailed: false,
  bytes: 12_000_000,
  standing: compareSchema(thisRelease(), applied),
}

/**
 * Returns the findings of `npm run admin -- doctor` about a test database with these facts, without the
 * findings that report no problem.
 */
const said = (facts: Partial<DatabaseFacts>) =>
  databaseFindings({ ...sound, ...facts }, config).filter(({ level }) => level !== 'fine')

describe('npm run admin -- doctor', () => {
  it('reports nothing about a sound database', () => {
    expect(said({})).toEqual([])
  })

  it.each<[string, Partial<DatabaseFacts>, RegExp, RegExp]>([
    ['an old server', { version: 140_012 }, /PostgreSQL 14\.12 is too old/, /15 or newer/],
    ['a read-only server', { isStandby: true }, /accepts no writes/, /to the primary/],
    ['a wrong clock', { clockAheadMs: -4_000 }, /4000 ms behind/, /NTP/],
    [
      'a setting that can lose data',
      { settings: { ...sound.settings, synchronous_commit: 'off' } },
      /synchronous_commit is off/,
      /alter system set synchronous_commit/,
    ],
    ['a WAL archive that fails', { archiveFailed: true }, /could not be archived/, /pg_stat_archiver/],
    ['a database without Spindle tables', { standing: null }, /no tables of Spindle/, /migrate/],
    [
      'a missing migration',
      { standing: compareSchema(thisRelease(), applied.slice(1)) },
      /1 migration and 0 functions/,
      /npm run migrate/,
    ],
    ['too many connections', { connections: 95 }, /95 of 97 connections/, /max_connections/],
    [
      'an old snapshot',
      { longTransactions: [{ pid: 42, application: 'psql', seconds: 1_200 }] },
      /"psql" has been open for 20 minutes/,
      /pg_terminate_backend\(42\)/,
    ],
    [
      'a replication slot that keeps WAL',
      { slots: [{ name: 'gone', active: false, bytes: 5e9 }] },
      /"gone" is not in use and keeps 5000 MB/,
      /pg_drop_replication_slot\('gone'\)/,
    ],
    ['a prepared transaction', { preparedTransactions: 1 }, /1 prepared/, /rollback prepared/],
    ['an invalid index', { invalidIndexes: ['a_idx'] }, /a_idx/, /reindex index concurrently a_idx/],
  ])('finds %s, and says what to do', (_name, facts, what, remedy) => {
    expect(said(facts)).toEqual([
      { level: 'fault', what: expect.stringMatching(what), remedy: expect.stringMatching(remedy) },
    ])
  })

  it('names the connections that an API and a runtime open, if the database has too few for both', () => {
    const twice = readConfig({ ...environment, POOL_SIZE: '20', RUNTIME_CONCURRENCY: '8', PROCESSES: '2' })
    const findings = databaseFindings(sound, twice).filter(({ level }) => level !== 'fine')
    expect(findings.map(({ what }) => what)).toEqual([
      '20 of 97 connections are used; `npm run api` may open 43, `npm run worker` or `npm start` 65',
    ])
    expect(databaseFindings(sound, config).filter(({ level }) => level !== 'fine')).toEqual([])
  })

  it('warns of a superuser, dead rows, and a pooler that is not configured', () => {
    const findings = said({
      isSuperuser: true,
      isPooled: true,
      deadRows: [{ table: 'meters', dead: 20_000, live: 12 }],
    })
    expect(findings.map(({ level }) => level)).toEqual(['look', 'look', 'look'])
  })

  it('reads all figures from a database', async () => {
    const database = await createTestDatabase()
    try {
      const facts = await readDatabaseFacts(database.url)
      expect(facts).toMatchObject({
        isStandby: false,
        isPooled: false,
        invalidIndexes: [],
        preparedTransactions: 0,
      })
      expect(facts.standing?.pending).toEqual([])
      expect(databaseFindings(facts, config).length).toBeGreaterThan(6)
    } finally {
      await database.drop()
    }
  })
})

it('doctor hints at metrics that other machines may read without a token', () => {
  const found = (more: object) => openMetrics(readConfig({ ...environment, METRICS_PORT: '9464', ...more }))
  const METRICS_TOKEN = 'm'.repeat(40)
  expect(found({ METRICS_HOST: '0.0.0.0' })).toMatchObject([
    { level: 'look', remedy: expect.stringContaining('container') },
  ])
  for (const more of [{}, { METRICS_HOST: '::1' }, { METRICS_HOST: '10.0.0.5', METRICS_TOKEN }])
    expect(found(more)).toEqual([])
})
