import { execFileSync } from 'node:child_process'
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { started } from '../../../bench/support/started.ts'
import { unusedPort } from '../../support/servers/unused-port.ts'
import { openFolder, runAs } from '../failover/part.ts'

/**
 * The directory of Debian's PostgreSQL programs, which the restore scenario uses. The PostgreSQL among the
 * dependencies has no pg_basebackup.
 */
const binaries = process.env['CHAOS_POSTGRES'] ?? '/usr/lib/postgresql/15/bin'
const patienceMs = 120_000

/**
 * `ArchivedServer` is a PostgreSQL of the restore scenario that archives its log, set up and recovered by the
 * commands of docs/operate/backup.md.
 */
export class ArchivedServer {
  readonly url: string
  readonly #port: number
  readonly #main: string
  readonly #archive: string
  readonly #folder: string
  #runs = false

  static async create(directory: string): Promise<ArchivedServer> {
    const server = new ArchivedServer(directory, await unusedPort())
    started(() => server.stop())
    await server.#setUp()
    return server
  }

  private constructor(directory: string, port: number) {
    this.#folder = openFolder(directory, 'server')
    this.#archive = openFolder(this.#folder, 'archive')
    this.#main = join(this.#folder, 'main')
    this.#port = port
    this.url = `postgres://spindle:spindle@127.0.0.1:${port}/spindle`
  }

  backUp(): void {
    const where = ['-h', '127.0.0.1', '-p', String(this.#port), '-U', 'postgres']
    this.#run(
      'pg_basebackup',
      ...where,
      '-D',
      join(this.#archive, 'base'),
      '--checkpoint=fast',
      '--wal-method=none',
      '--format=tar',
      '--gzip',
    )
  }

  /**
   * Restores the scenario's database server from its base backup and archived log to a given time. The server
   * must be stopped, because only then is all of its log archived.
   */
  async recoverTo(moment: string): Promise<void> {
    renameSync(this.#main, `${this.#main}.lost`)
    openFolder(this.#main)
    execFileSync('chmod', ['700', this.#main])
    this.#spawn('/bin/tar', ['-xzf', join(this.#archive, 'base', 'base.tar.gz'), '-C', this.#main])
    appendFileSync(
      join(this.#main, 'postgresql.auto.conf'),
      [
        `restore_command = 'cp ${this.#archive}/wal/%f %p'`,
        // Writes the recovery time without "T" and "Z", because the setting recovery_target_time of PostgreSQL
        // 15 does not accept them.
        `recovery_target_time = '${moment.replace('T', ' ').replace('Z', '+00')}'`,
        "recovery_target_action = 'promote'",
        '',
      ].join('\n'),
    )
    this.#spawn('/bin/touch', [join(this.#main, 'recovery.signal')])
    this.#start()
    for (const until = performance.now() + patienceMs; await this.#isInRecovery(); await setTimeout(200))
      if (performance.now() > until) throw new Error('PostgreSQL does not come to the end of its recovery')
  }

  stop(): Promise<void> {
    if (this.#runs) this.#run('pg_ctl', 'stop', '-D', this.#main, '-m', 'fast', '-w')
    this.#runs = false
    return Promise.resolve()
  }

  async #setUp(): Promise<void> {
    openFolder(this.#archive, 'wal')
    this.#run('initdb', '-D', this.#main, '-U', 'postgres', '--auth=trust', '--encoding=UTF8')
    writeFileSync(
      join(this.#main, 'postgresql.auto.conf'),
      `port = ${this.#port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`,
    )
    this.#start()
    const wal = `${this.#archive}/wal`
    await this.#asSuperuser(async (client) => {
      for (const text of [
        "alter system set wal_level = 'replica'",
        "alter system set archive_mode = 'on'",
        "alter system set archive_timeout = '60s'",
        `alter system set archive_command = 'test ! -f ${wal}/%f && cp %p ${wal}/%f.tmp && mv ${wal}/%f.tmp ${wal}/%f'`,
        "create role spindle login password 'spindle'",
        'create database spindle owner spindle',
      ])
        await client.query(text)
    })
    this.#run('pg_ctl', 'restart', '-D', this.#main, '-l', join(this.#folder, 'log'), '-w', '-m', 'fast')
  }

  #start(): void {
    this.#run('pg_ctl', 'start', '-D', this.#main, '-l', join(this.#folder, 'log'), '-w', '-t', '120')
    this.#runs = true
  }

  async #isInRecovery(): Promise<boolean> {
    return this.#asSuperuser(async (client) => {
      const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
      return rows[0]?.recovering ?? true
    })
  }

  async #asSuperuser<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: this.#port,
      user: 'postgres',
      database: 'postgres',
    })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  #run(program: string, ...words: string[]): void {
    this.#spawn(join(binaries, program), words)
  }

  #spawn(program: string, words: readonly string[]): void {
    execFileSync(program, words, { ...runAs, cwd: this.#folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
}
