import type { ExecFileException } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { StartFault } from '../../adapters/system/start-fault.ts'
import { run, runAs } from './as-unprivileged.ts'
import type { Binaries } from './binaries.ts'
import { commandOf } from './embedded-folder.ts'

export interface ClusterOptions {
  /** The directory that holds the data directory of the embedded PostgreSQL, its log and its passwords. */
  readonly home: string
  readonly binaries: Binaries
  readonly settings: Readonly<Record<string, string>>
  /** The path of the file with the password of the embedded PostgreSQL's superuser. */
  readonly adminPasswordFile: string
}

/** The bytes above which the log of the embedded server is moved to a second file, which replaces the former one. */
const maxLogBytes = 16 * 1024 * 1024

/** The seconds for which pg_ctl waits for a start. The server may recover for longer; callers then wait for it. */
const startSeconds = '30'

/** The data directory of the embedded PostgreSQL, and the server process that works on it. */
export class Cluster {
  readonly directory: string
  /** The path of the server's log. */
  readonly log: string
  readonly #options: ClusterOptions
  readonly #pidFile: string

  constructor(options: ClusterOptions) {
    this.#options = options
    this.directory = join(options.home, 'cluster')
    this.log = join(options.home, 'postgres.log')
    this.#pidFile = join(this.directory, 'postmaster.pid')
  }

  exists(): boolean {
    return existsSync(join(this.directory, 'PG_VERSION'))
  }

  /**
   * Creates the data directory of the embedded PostgreSQL. The password of its superuser is read from the
   * file that the options name.
   */
  async initialize(): Promise<void> {
    // Creates the data directory under a draft name and renames it when it is complete, because a first start
    // may be killed midway.
    const draft = `${this.directory}.draft`
    rmSync(draft, { recursive: true, force: true })
    await run(
      this.#options.binaries.initdb,
      [
        `--pgdata=${draft}`,
        '--username=spindle_admin',
        '--auth=scram-sha-256',
        `--pwfile=${this.#options.adminPasswordFile}`,
        '--encoding=UTF8',
        // Sets the locale whatever LANG is: without LANG the encoding would be SQL_ASCII, and a LANG that is
        // not installed makes initdb fail.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
        // Skips flushing the new database to disk if the settings allow losing it: initdb then takes 1.5
        // instead of 3.2 s.
        ...(this.#options.settings['fsync'] === 'off' ? ['--no-sync'] : []),
      ],
      { ...runAs, cwd: this.#options.home },
    )
    renameSync(draft, this.directory)
  }

  /**
   * Starts the embedded PostgreSQL server on a port. Returns when the server takes connections, or is still recovering
   * after half a minute.
   */
  async start(newPort: number): Promise<void> {
    // Starts also if the log cannot be moved, because the server may run nevertheless.
    await this.shortenLog().catch(() => {})
    const options = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: String(newPort),
      shared_buffers: '256MB',
      // Allows 4 GB of write-ahead log; otherwise bursts of ingest force a checkpoint every few seconds.
      max_wal_size: '4GB',
      ...this.#options.settings,
    }
    const words = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`)
    this.#removeStalePidFile()
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#pgCtl('start', '-w', '-t', startSeconds, '-l', this.log, '-o', words.join(' '))
        return
      } catch (error) {
        // The start counts as successful if the server is still recovering, or if another process has started it
        // meanwhile.
        if (this.isRunning()) return
        // Tries the start again after 300 ms, because child processes of a killed server keep its shared
        // memory for a moment.
        if (attempt < 5) await setTimeout(300)
        else throw this.fault('did not start', error)
      }
    }
  }

  /**
   * Stops the embedded PostgreSQL server. Calls pg_ctl again if a signal ended it, because a second Ctrl-C in the
   * terminal reaches pg_ctl too, and the process of the service would end before the server. The server may also end
   * before the next pg_ctl looks for it, which pg_ctl reports as an error. Does not stop a server that another process
   * has started meanwhile.
   */
  async stop(): Promise<void> {
    const pid = this.#pidInFile()
    const isStillRunning = () => this.isRunning() && this.#pidInFile() === pid
    while (isStillRunning())
      await this.#pgCtl('stop', '-m', 'fast', '-w', '-t', '60').catch((error: ExecFileException) => {
        if (typeof error.signal !== 'string' && isStillRunning()) throw error
      })
  }

  isRunning(): boolean {
    return commandOf(this.#pidInFile()).includes(this.directory)
  }

  /** Returns whether the server is shutting down, as the eighth line of its pid file says. */
  isStopping(): boolean {
    return (
      existsSync(this.#pidFile) && readFileSync(this.#pidFile, 'utf8').split('\n')[7]?.trim() === 'stopping'
    )
  }

  /**
   * Copies the log of the server to postgres.log.1 and empties it if it has grown large. The server keeps the file open
   * and appends to it, so a renamed file would continue to grow. Lines that are written between the two steps are lost.
   */
  async shortenLog(): Promise<void> {
    if (!existsSync(this.log) || statSync(this.log).size <= maxLogBytes) return
    // Runs programs as the user of the server, because that user can replace the files by links to files of root.
    const options = { ...runAs, cwd: this.#options.home }
    await run('cp', [this.log, `${this.log}.1`], options)
    await run('truncate', ['-s', '0', this.log], options)
  }

  /** Returns the error that the server did not start or has ended, with the last lines of its log. */
  fault(what: string, cause?: unknown): StartFault {
    const tail = existsSync(this.log) ? readFileSync(this.log, 'utf8').split('\n').slice(-8).join('\n') : ''
    const message = `The embedded PostgreSQL ${what}. Its log (${this.log}) ends with:\n${tail}`
    return new StartFault(message, { cause })
  }

  /**
   * Removes the file with the server's process id if another process has that id, as after a crash or a
   * restart of a container. PostgreSQL would take that process for its own.
   */
  #removeStalePidFile(): void {
    const [program = 'postgres'] = commandOf(this.#pidInFile())
    if (basename(program) !== 'postgres') rmSync(this.#pidFile, { force: true })
  }

  #pidInFile(): string {
    return existsSync(this.#pidFile) ? (readFileSync(this.#pidFile, 'utf8').split('\n')[0] ?? '') : ''
  }

  /** Returns the port of the embedded PostgreSQL server that is running. */
  portInUse(): number {
    return Number(readFileSync(this.#pidFile, 'utf8').split('\n')[3])
  }

  #pgCtl(...words: string[]): Promise<unknown> {
    const { binaries, home } = this.#options
    return run(binaries.pgCtl, ['-D', this.directory, ...words], { ...runAs, cwd: home })
  }
}
