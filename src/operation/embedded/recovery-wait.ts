import { asOpeningError, DatabaseGone, sqlState } from '../../adapters/postgres/faults.ts'
import type { Cluster } from './cluster.ts'

/**
 * The milliseconds for which a running server may take no connections without reporting that it is starting or
 * recovering. A server that is stopping waits for its sessions, which may be those of another process.
 */
const maxSilenceMs = 120_000

/** The milliseconds after which a server that is still starting counts as recovering. Most starts take one second. */
const defaultStartMs = 5_000

/** The SQLSTATE with which a server that is starting, stopping or recovering refuses connections. */
const cannotConnectNow = '57P03'

/**
 * `RecoveryWait` says how long to wait for an embedded server that runs and takes no connections yet: without a limit
 * as long as the server reports that it is recovering, because a recovery after a crash may take many minutes.
 */
export class RecoveryWait {
  readonly #cluster: Cluster
  readonly #onRecovery: () => void
  #lastReport = performance.now()
  #startingSince: number | null = null
  #isRecovering = false

  /** `onRecovery` is called once, when the server has been recovering for some seconds. */
  constructor(cluster: Cluster, onRecovery: () => void) {
    this.#cluster = cluster
    this.#onRecovery = onRecovery
  }

  /** Whether the server has been recovering for some seconds. */
  get isRecovering(): boolean {
    return this.#isRecovering
  }

  /** Takes the error of a connection to the server. Throws the error if waiting longer is of no use. */
  check(error: unknown): void {
    if (!isNotYetReady(error)) throw error
    const now = performance.now()
    if (sqlState(error) === cannotConnectNow && !this.#cluster.isStopping()) this.#noteReport(now)
    else if (now - this.#lastReport > maxSilenceMs) throw error
  }

  #noteReport(now: number): void {
    this.#lastReport = now
    if (this.#isRecovering) return
    this.#startingSince ??= now
    this.#isRecovering = now - this.#startingSince > defaultStartMs
    if (this.#isRecovering) this.#onRecovery()
  }
}

/**
 * Returns whether an error means that the server is starting or stopping, so that connecting may be retried. The error
 * is of a connection that was just opened, or of a pid file that is missing.
 */
export function isNotYetReady(error: unknown): boolean {
  return asOpeningError(error) instanceof DatabaseGone
}
