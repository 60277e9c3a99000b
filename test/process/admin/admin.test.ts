import { spawnSync } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { runAdmin } from '../../../src/operation/admin/run-admin.ts'
import { until } from '../../support/until.ts'
import { commandOf } from '../programs.ts'
import { Home } from '../spindle-process.ts'

describe('the operator', () => {
  let home: Home
  beforeAll(async () => {
    home = await Home.create()
    await (await home.start()).stop()
  })
  afterAll(() => home.remove())

  const admin = (...words: string[]) => adminWith({}, ...words)
  /** Runs an operator's admin command inside the test's process, on the database of the tested service. */
  const adminWith = async (settings: Readonly<Record<string, string>>, ...words: string[]) => {
    const output = { out: new PassThrough(), err: new PassThrough() }
    const env = { DATA_DIR: home.directory, LOG_LEVEL: 'warn', ...settings }
    const [stdout, stderr] = [text(output.out), text(output.err)]
    const status = await runAdmin(words, env, output)
    output.out.end()
    output.err.end()
    return { status, stdout: await stdout, stderr: await stderr }
  }
  /** Runs an admin command for the test in a new process, as the operator types it. */
  const adminProcess = (...words: string[]) => {
    const own = { DATA_DIR: home.directory, LOG_LEVEL: 'warn' }
    const command = commandOf('admin', words)
    const { status, stdout, stderr } = spawnSync(process.execPath, command.words, {
      cwd: command.cwd,
      env: { ...command.env, ...own },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  it('gets the list of commands with --help, and the help of a command', async () => {
    expect(await admin('--help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('set-plan ORGANIZATION PLAN'),
    })
    expect((await admin('create-user', '--help')).stdout).toContain('--new-organization')
    expect(adminProcess('nonsense')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no command "nonsense"'),
    })
  })

  it('gets the requirements of a move to another cell', async () => {
    const words = [
      '--organization',
      '01936f51-0000-7000-8000-000000000001',
      '--to',
      'postgres://127.0.0.1:1/x',
    ]
    const reported = async (...others: string[]) => (await admin('move-organization', ...others)).stderr
    expect(await reported('--organization', 'Engines')).toContain('--organization must be an id')
    expect(await reported(...words.slice(0, 2), '--to', 'us2')).toContain('--to must be the DATABASE_URL')
    expect(await reported(...words, '--cell', 'US 2')).toContain('--cell must be the CELL')
    expect(await reported(...words, '--cell', 'us2', '--refused-seconds', '0')).toContain('from 2 to 600')
    const inCell = async (...others: string[]) =>
      (
        await adminWith(
          {
            CELL: 'eu1',
            CELLS: 'us2=https://us2.example.com,ap3=https://ap3.example.com',
            CELLS_SECRET: 's'.repeat(32),
            PUBLIC_API_URL: 'https://spindle.example.com',
          },
          'move-organization',
          ...words,
          '--cell',
          ...others,
        )
      ).stderr
    expect(await inCell('eu1')).toContain('--cell is "eu1", the CELL of this cell')
    expect(await inCell('us1')).toContain('--cell is "us1", but CELLS names only us2, ap3')
    expect(await inCell('us2')).not.toContain('--cell is')
  })

  it('creates a user who can sign in, and leaves no database running', async () => {
    const words = ['--email', 'ada@example.com', '--name', 'Ada', '--password', 'a long password']
    const { status, stdout } = adminProcess('create-user', ...words, '--new-organization', 'Engines')
    expect([status, stdout]).toEqual([0, 'ada@example.com can sign in.\n'])
    expect(home.database).toBeNull()
    await home.start()
    expect((await signInWithPassword('ada@example.com', 'a long password')).status).toBe(200)
  })

  it('moves an organization to another plan while the service keeps running', async () => {
    const id = /^(\S+) +starter .* Engines/m.exec((await admin('organizations')).stdout)?.[1] ?? ''
    expect(adminProcess('set-plan', id, 'growth').stdout).toContain('"growth"')
    const { organization } = (await (
      await signInWithPassword('ada@example.com', 'a long password')
    ).json()) as {
      organization: { plan: { id: string } }
    }
    expect(organization.plan.id).toBe('growth')
    expect((await admin('set-plan', 'Engines', 'starter')).stdout).toContain('"starter"')
    expect((await admin('set-plan', 'Engines', 'growth')).status).toBe(0)
    await until(() => home.isReady())
  })

  it('must choose if two organizations have the name, and neither changes', async () => {
    const words = ['--email', 'joan@example.com', '--name', 'Joan', '--password', 'a long password']
    expect((await admin('create-user', ...words, '--new-organization', 'Engines')).status).toBe(0)
    const before = (await admin('organizations')).stdout
    const ids = [...before.matchAll(/^(\S+) +\S+ .* Engines/gm)].map(([, id]) => id)
    const { status, stderr } = await admin('set-plan', 'Engines', 'starter')
    expect([status, ids.length, ids.filter((id = '-') => stderr.includes(id))]).toEqual([1, 2, ids])
    expect((await admin('organizations')).stdout).toBe(before)
  })

  it('invites an address with a link that works while the service runs', async () => {
    const { status, stdout } = await admin('invite', '--email', 'grace@example.com')
    const [, invitation] = /\/sign-up#(inv_\w+)\n$/.exec(stdout) ?? []
    expect([status, invitation]).toEqual([0, expect.any(String)])
    const grace = { email: 'grace@example.com', password: 'another long password', name: 'Grace' }
    const { ok } = await fetch(`${home.url}/api/v1/auth/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...grace, organizationName: 'Compilers', invitation }),
    })
    expect(ok).toBe(true)
    expect(await admin('invite')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('--email ADDRESS'),
    })
  })

  it('reads the audit log, newest first, and deletes old entries', async () => {
    const { status, stdout } = await admin('audit', '--account', 'ada@example.com', '--limit', '3')
    expect([status, stdout.split('\n').map((line) => line.split(/ {2,}/).slice(1, 3))]).toEqual([
      0,
      [
        ['ACTION', 'BY'],
        ['signIn.succeeded', 'ada@example.com'],
        ['signIn.succeeded', 'ada@example.com'],
        ['account.created', 'operator'],
        [],
      ],
    ])
    expect((await admin('audit-forget', '--before', '2001-01-01')).stdout).toBe('0 entries were deleted.\n')
  })

  it('re-encrypts with a newer key while the service runs, and learns when the older one can be removed', async () => {
    const SECRETS = `k2:${'2'.repeat(32)}`
    expect((await admin('rotate-secrets')).stdout).toBe('All secrets are encrypted with "session".\n')
    expect((await adminWith({ SECRETS }, 'rotate-secrets')).stdout).toContain('encrypted with "k2"')
    const { stdout } = await adminWith({ SECRETS }, 'rotate-secrets')
    expect(stdout).toContain('All secrets are encrypted with "k2".\n')
    expect(stdout).toContain('you can remove SESSION_SECRET')
    expect(await admin('organizations')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('the key "k2" of SECRETS is missing'),
    })
    const back = { SECRETS: `session,${SECRETS}` }
    await adminWith(back, 'rotate-secrets')
    expect((await adminWith(back, 'rotate-secrets')).stdout).toContain('you can remove "k2"')
    expect((await admin('organizations')).status).toBe(0)
  })

  it('adds an account that exists to an organization, and leaves its password', async () => {
    const words = ['--email', 'ada@example.com', '--name', 'Ada']
    const mary = ['--email', 'mary@example.com', '--name', 'Mary']
    expect((await admin('create-user', ...mary, '--new-organization', 'Looms')).status).toBe(0)
    const id = /^(\S+) .* Looms/m.exec((await admin('organizations')).stdout)?.[1] ?? ''
    const add = () => admin('create-user', ...words, '--organization', id, '--role', 'viewer')
    expect((await add()).stdout).toBe(
      'ada@example.com has an account, which is now a member of the organization too. Its password is unchanged.\n',
    )
    expect((await add()).stderr).toContain('already a member of the organization')
    expect((await signInWithPassword('ada@example.com', 'a long password')).status).toBe(200)
  })

  it('gets a message for each error', async () => {
    expect(await admin('set-plan', 'x', 'growth')).toMatchObject({
      status: 1,
      stderr: 'Organization not found\n',
    })
    expect((await admin('set-plan', 'x', 'huge')).stderr).toContain('the plans are free, starter')
    const again = ['--email', 'ada@example.com', '--name', 'Ada', '--new-organization', 'Other']
    const easy = [
      '--email',
      'joe@example.com',
      ...again.slice(2, 4),
      '--password',
      'password12345',
      '--new-organization',
      'Other',
    ]
    expect((await admin('create-user', ...easy)).stderr).toContain('This password is easy to guess')
    expect((await admin('create-user', ...again)).stderr).toContain(
      'already has an account. Its person creates a further organization',
    )
  })

  function signInWithPassword(email: string, password: string): Promise<Response> {
    return fetch(`${home.url}/api/v1/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
  }
})
