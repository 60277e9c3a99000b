import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { findDatabase } from '../../../src/operation/embedded/embedded-folder.ts'
import { startEmbeddedServer } from '../../../src/operation/embedded/embedded-server.ts'
import { migrate } from '../../../src/operation/migrations/migrate.ts'
import { openScratch } from '../../support/scratch.ts'
import { until } from '../../support/until.ts'
import { commandOf } from '../programs.ts'
import { Home, isAlive } from '../spindle-process.ts'

const isRoot = process.getuid?.() === 0
const older = '/usr/lib/postgresql/15'

function admin(directory: string, ...words: string[]) {
  const command = commandOf('admin', words)
  const { status, stdout, stderr } = spawnSync(process.execPath, command.words, {
    cwd: command.cwd,
    env: { ...command.env, DATA_DIR: directory, LOG_LEVEL: 'warn' },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the embedded database', () => {
  let home: Home
  let folder: string
  beforeEach(async () => {
    home = await Home.create()
    folder = openScratch()
  })
  afterEach(async () => {
    // Finds the process of the test's database, whose data may be outside the folder of the test.
    const { cluster } = await findDatabase(home.directory)
    const pidFile = join(cluster, 'postmaster.pid')
    const database = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : null
    await home.remove()
    if (database !== null && isAlive(database)) {
      process.kill(database, 'SIGQUIT')
      await until(() => Promise.resolve(!isAlive(database)))
    }
    rmSync(join(cluster, '..'), { recursive: true, force: true, maxRetries: 10 })
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })

  /** Starts the service for the test and waits up to 90 seconds, which suffices on busy machines. */
  async function started() {
    const spindle = home.launch()
    await until(() => home.isReady(), 90_000)
    return spindle
  }

  const ingest = (key: string, dataTableId: string) =>
    fetch(`${home.url}/api/v1/public/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        dataTableId,
        records: [{ name: 'Ada', phone: '1', account_id: 'A-1', email: 'ada@example.com' }],
      }),
    })

  it('is not created by a command that finds none, which says where it searched', () => {
    const directory = join(folder, 'elsewhere')
    expect(admin(directory, 'organizations')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /There is no database in .*DATA_DIR is .*elsewhere.*this command created nothing/,
      ),
    })
    expect(admin(directory, 'backup', join(folder, 'x')).status).toBe(1)
    expect(existsSync(directory)).toBe(false)
  })

  it('is backed up beside the service wherever it is, and restored when everything is lost', async () => {
    // The test's database is outside DATA_DIR if the tests run as root, because the database's user may not
    // enter root's folders.
    if (isRoot) chmodSync(home.directory, 0o700)
    const { cluster } = await findDatabase(home.directory)
    expect(cluster.startsWith(home.directory)).toBe(!isRoot)
    const spindle = await started()
    const { apiKey, dataTableId } = home.demo
    expect((await ingest(apiKey, dataTableId)).ok).toBe(true)
    const file = join(folder, 'all.spindle')
    expect(admin(home.directory, 'backup', file)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('The file holds the secret'),
    })
    await until(() => home.isReady())
    await spindle.stop()
    for (const gone of [
      join(cluster, '..'),
      ...['session-secret', 'demo.json'].map((name) => join(home.directory, name)),
    ])
      rmSync(gone, { recursive: true })
    const secret = (suffix: string) => join(home.directory, `session-secret${suffix}`)
    writeFileSync(secret(''), 'a secret of another database')
    writeFileSync(secret('.before-restore'), 'a secret that an earlier restore replaced')

    expect(admin(home.directory, 'restore', file)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/Restored: .*unconfirmed/s),
    })
    expect(readFileSync(secret('.before-restore'), 'utf8')).toBe('a secret that an earlier restore replaced')
    expect(readFileSync(secret('.before-restore-2'), 'utf8')).toBe('a secret of another database')
    await started()
    expect(home.demo.apiKey).toBe(apiKey)
    expect((await ingest(apiKey, dataTableId)).ok).toBe(true)
  }, 240_000)

  const onOlder = existsSync(join(older, 'bin', 'initdb')) ? it : it.skip
  onOlder(
    'of another major PostgreSQL version is refused with instructions that work',
    async () => {
      const { cluster } = await makeOlder()
      const spindle = home.launch()
      expect(await spindle.exit).toBe(1)
      expect(spindle.errors).toMatch(
        /was created by PostgreSQL 15, but this service has PostgreSQL 18.*npm run admin -- backup/s,
      )
      expect(spindle.errors).not.toMatch(/^\s+at /m)

      const file = join(folder, 'before.spindle')
      expect(admin(home.directory, 'backup', file).stderr).toContain('--postgres')
      expect(admin(home.directory, 'backup', file, '--postgres', older)).toMatchObject({ status: 0 })
      renameSync(cluster, `${cluster}-15`)
      expect(admin(home.directory, 'restore', file, '--nothing-lost')).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('Jobs continue unchanged'),
      })
      expect(admin(home.directory, 'organizations').stdout).toContain('From fifteen')
    },
    240_000,
  )

  /** Creates a database cluster for the test as an earlier version of the service left it. */
  async function makeOlder(): Promise<{ cluster: string }> {
    const place = join(home.directory, 'postgres')
    const cluster = join(place, 'cluster')
    mkdirSync(place, { mode: 0o700 })
    writeFileSync(join(place, 'admin-password'), 'secret', { mode: 0o600 })
    const as = isRoot ? { uid: 65534, gid: 65534 } : {}
    for (const path of isRoot ? [place, join(place, 'admin-password')] : []) chownSync(path, 65534, 65534)
    const words = [
      '--auth=scram-sha-256',
      `--pwfile=${join(place, 'admin-password')}`,
      '--encoding=UTF8',
      '--locale=C',
    ]
    execFileSync(
      join(older, 'bin', 'initdb'),
      ['-D', cluster, '--username=spindle_admin', '--no-sync', ...words],
      {
        ...as,
        cwd: place,
        stdio: 'ignore',
      },
    )
    const server = await startEmbeddedServer(home.directory, { fsync: 'off' }, { binariesFolder: older })
    try {
      await migrate(server.url)
      const { default: pg } = await import('pg')
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query(
        `insert into plans (id, name, has_api_keys) values ('own', 'Own', true);
         insert into organizations (id, name, plan_id, created_at) values (gen_random_uuid(), 'From fifteen', 'own', now())`,
      )
      await client.end()
    } finally {
      await server.stop()
    }
    return { cluster }
  }
})
