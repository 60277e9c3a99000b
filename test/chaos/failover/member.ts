import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { started } from '../../../bench/support/started.ts'
import { unusedPort } from '../../support/servers/unused-port.ts'
import { family, signalAll } from '../stage/processes.ts'
import { programs } from './packages.ts'
import { openFolder, Part } from './part.ts'
import { writeSample } from './sample.ts'

/** The state of one database server of the trial's cluster, as another server's Patroni reports it. */
export interface MemberState {
  readonly name: string
  readonly role: string
  readonly status: string
  readonly timeline?: number
  readonly lag?: number | string
}

/** `Member` is one of the three servers of the failover trial: Patroni and the PostgreSQL that it runs. */
export class Member {
  readonly name: string
  readonly port: number
  readonly #restPort: number
  readonly #folder: string
  #patroni: Part

  static async start(name: string, directory: string, etcdPort: number): Promise<Member> {
    const [port, restPort] = [await unusedPort(), await unusedPort()]
    const folder = openFolder(directory, name)
    writeSample('patroni.yml', join(folder, 'patroni.yml'), [
      ['name: db1', `name: ${name}`],
      ['10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379', `127.0.0.1:${etcdPort}`],
      ['10.0.0.11:8008', `127.0.0.1:${restPort}`],
      ['10.0.0.11:5432', `127.0.0.1:${port}`],
      ['10.0.0.0/24', '127.0.0.1/32'],
      ['/var/lib/postgresql/15/spindle', join(folder, 'data')],
      ['/var/lib/postgresql/patroni.pgpass', join(folder, 'pgpass')],
      ['/var/run/postgresql', folder],
    ])
    return new Member(name, port, restPort, folder)
  }

  private constructor(name: string, port: number, restPort: number, folder: string) {
    this.name = name
    this.port = port
    this.#restPort = restPort
    this.#folder = folder
    // Kills PostgreSQL separately, because it detaches from Patroni's process when it starts.
    started(() => this.killPostgres())
    this.#patroni = this.#startPatroni()
  }

  /** The port at which this server's Patroni reports whether the server is the primary. */
  get restPort(): number {
    return this.#restPort
  }

  /** The superuser's database URL of this server in the failover trial. */
  get adminUrl(): string {
    return `postgres://postgres:change-superuser@127.0.0.1:${this.port}/postgres`
  }

  /**
   * Returns the states of all servers of the trial's cluster as this server's Patroni knows them; null if it
   * does not answer.
   */
  async cluster(): Promise<readonly MemberState[] | null> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.#restPort}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      })
      const { members } = (await response.json()) as { readonly members?: readonly MemberState[] }
      return members ?? null
    } catch {
      return null
    }
  }

  /** Asks Patroni to make another server of the trial's cluster the primary, and waits until it is. */
  async switchOver(candidate: string): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${this.#restPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: this.name, candidate }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`Patroni does not switch over: ${text}`)
  }

  killPostgres(): void {
    signalAll(this.#postgres(), 'SIGKILL')
  }

  killPatroni(): Promise<void> {
    return this.#patroni.kill()
  }

  revivePatroni(): void {
    this.#patroni = this.#startPatroni()
  }

  /**
   * Pauses the processes of this database server, like a machine that hangs. The returned function continues
   * them.
   */
  pause(): () => void {
    this.#patroni.signal('SIGSTOP')
    const paused = this.#postgres()
    signalAll(paused, 'SIGSTOP')
    return () => {
      signalAll(paused, 'SIGCONT')
      this.#patroni.signal('SIGCONT')
    }
  }

  #postgres(): readonly number[] {
    const file = join(this.#folder, 'data', 'postmaster.pid')
    if (!existsSync(file)) return []
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    // Checks the command line of the process in a PID file, because a file left by a killed server may name an
    // unrelated process by now.
    const isOurs = pid > 0 && existsSync(`/proc/${pid}`) && commandOf(pid).includes(this.#folder)
    return isOurs ? family(pid) : []
  }

  #startPatroni(): Part {
    return Part.start(this.#folder, programs.patroni, [join(this.#folder, 'patroni.yml')])
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
