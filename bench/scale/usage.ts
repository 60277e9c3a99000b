import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Costs } from './model.ts'

const tickMs = 10

/**
 * The database tables whose old rows the retention deletes. Their size counts as `retained`, the size of all
 * other tables as `kept`.
 */
const retained = new Set(['recipients', 'deliveries', 'messages', 'outbox'])

export interface Pids {
  readonly api: number
  readonly runtime: number | null
  readonly postmaster: number
}

/**
 * Returns the bytes and CPU time that a deployment has used since its start. The difference of two results is
 * the cost of the work between them.
 */
export async function usageOf(database: pg.Client, pids: Pids): Promise<Costs> {
  const { rows: tables } = await database.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  )
  const bytes = (isRetained: boolean) =>
    tables
      .filter(({ name }) => retained.has(name) === isRetained)
      .reduce((sum, table) => sum + Number(table.bytes), 0)
  const { rows: log } = await database.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes",
  )
  return {
    kept: bytes(false),
    retained: bytes(true),
    wal: Number(log[0]?.bytes),
    api: cpuMs(pids.api),
    runtime: pids.runtime === null ? 0 : cpuMs(pids.runtime),
    postgres: cpuMsOfServer(pids.postmaster),
  }
}

export function difference(after: Costs, before: Costs): Costs {
  return {
    kept: after.kept - before.kept,
    retained: after.retained - before.retained,
    wal: after.wal - before.wal,
    api: after.api - before.api,
    runtime: after.runtime - before.runtime,
    postgres: after.postgres - before.postgres,
  }
}

/** Returns the process id of the postmaster, the parent of the server process that answers this query. */
export async function postmasterOf(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  return statOf(rows[0]?.pid ?? 0)?.parent ?? 0
}

/** Returns the memory of all processes of the database server in MB. Shared memory is counted once. */
export function memoryOfServer(postmaster: number): number {
  const kilobytes = [postmaster, ...childrenOf(postmaster)].map((pid) => {
    const [, pss] = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? []
    return Number(pss ?? 0)
  })
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

function cpuMs(pid: number): number {
  return (statOf(pid)?.ticks ?? 0) * tickMs
}

/**
 * Returns the CPU time of the database server's processes, including ended ones, which the postmaster counts.
 */
function cpuMsOfServer(postmaster: number): number {
  const own = statOf(postmaster)
  const living = childrenOf(postmaster).reduce((sum, pid) => sum + cpuMs(pid), 0)
  return ((own?.ticks ?? 0) + (own?.ticksOfEnded ?? 0)) * tickMs + living
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.parent === parent)
}

function statOf(pid: number): { parent: number; ticks: number; ticksOfEnded: number } | null {
  // Skips the process name in the file `/proc/PID/stat`, because it may hold spaces and parentheses.
  const [, after = ''] = /^.*\) \S (.*)$/s.exec(read(`/proc/${pid}/stat`)) ?? []
  if (after === '') return null
  const fields = after.split(' ').map(Number)
  const at = (field: number) => fields[field - 4] ?? 0
  return { parent: at(4), ticks: at(14) + at(15), ticksOfEnded: at(16) + at(17) }
}

/** Reads a file below `/proc`; returns an empty text if its process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
