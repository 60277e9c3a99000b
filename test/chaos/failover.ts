import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startAfresh, started, stopStarted } from '../../bench/support/started.ts'
import { freePort } from '../../src/adapters/postgres/embedded/free-port.ts'
import { Deployment } from '../process/deployment.ts'
import { Cluster } from './failover/cluster.ts'
import { disturb } from './failover/events.ts'
import { type Findings, find, wrongAnswers } from './failover/findings.ts'
import { Load } from './failover/load.ts'
import { missingPackages } from './failover/packages.ts'
import { report, tellEvents } from './failover/report.ts'
import { openWay, type Topology, topologies } from './failover/ways-to-database.ts'
import { SmtpSink } from './smtp-sink.ts'

/**
 * Takes the primary away repeatedly from two API processes and two runtimes at work: kills of PostgreSQL,
 * kills with its Patroni, pauses, a switchover. Then counts lost and doubled records, people who were written
 * to twice, and wrong answers to callers. The configurations are those of docs/high-availability.
 */
const kills = Number(process.env['CHAOS_KILLS'] ?? 10)
const pauses = Number(process.env['CHAOS_PAUSES'] ?? 3)
const pauseSeconds = Number(process.env['CHAOS_PAUSE_SECONDS'] ?? 40)
const requestsPerSecond = Number(process.env['CHAOS_RATE'] ?? 60)
const wanted = (process.env['CHAOS_TOPOLOGY'] ?? topologies.join(',')).split(',')
/** The directory in which the logs of all programs are kept; undefined to delete the logs. */
const keptLogs = process.env['CHAOS_LOGS']
const messageMs = 5
const patienceMs = 900_000

const missing = missingPackages()
const unknown = wanted.filter((name) => !topologies.includes(name as Topology))
if (missing.length > 0 || unknown.length > 0) {
  process.stderr.write(
    missing.length > 0
      ? `This needs Debian's packages: apt-get install ${missing.join(' ')}\n`
      : `CHAOS_TOPOLOGY is ${topologies.join(', ')}, or some of them with commas between them\n`,
  )
  process.exit(2)
}

const interrupted = new Promise<never>((_, fail) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => fail(new Error(`Ended by ${signal}`)))
  process.on('uncaughtException', fail)
})

let faults = 0
const found = new Map<Topology, Findings>()
let isInterrupted = false
interrupted.catch(() => {
  isInterrupted = true
})
for (const topology of topologies.filter((name) => wanted.includes(name))) {
  if (isInterrupted) break
  startAfresh()
  try {
    found.set(topology, await Promise.race([tried(topology), interrupted]))
  } catch (error) {
    faults++
    process.stderr.write(`${topology}: ${(error as Error).stack}\n`)
  }
  await stopStarted()
}
faults += report(found)
process.exit(faults === 0 ? 0 : 1)

async function tried(topology: Topology): Promise<Findings> {
  const directory = openFolderOfTrial(topology)
  const cluster = await Cluster.start(directory)
  const mailedAt: number[] = []
  const sink = await SmtpSink.start(messageMs, () => mailedAt.push(performance.now()))
  started(() => sink.close())
  const deployment = await Deployment.on(cluster, join(directory, 'service'), {
    ...(await openWay(topology, cluster, directory)),
    LOG_LEVEL: 'info',
    SMTP_URL: sink.url,
    MAIL_FROM: 'Spindle <spindle@example.com>',
  })
  started(() => deployment.close())
  const ports = [await freePort(), await freePort()]
  const processes = await Promise.all([
    ...ports.map((port) => deployment.startApi(port)),
    deployment.startWorker(),
    deployment.startWorker(),
  ])
  for (const [nth, one] of processes.entries())
    one.logTo(join(directory, nth < 2 ? `api${nth + 1}.log` : `runtime${nth - 1}.log`))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const load = new Load(urls, deployment.demo, requestsPerSecond)
  started(() => load.cut())
  load.start()
  const begun = performance.now()
  process.stdout.write(`\n${topology}, ${new Date().toISOString()}\n`)
  const events = await disturb(cluster, { kills, pauses, pauseSeconds })
  await load.stop()
  await load.triggerLast()
  const openJobs = await everyJobHasEnded(deployment)
  const ended = processes.filter(({ hasExited }) => hasExited).length
  const trial = { deployment, load, sink, mailedAt, events, ended, openJobs }
  const findings = await find(trial)
  tellEvents(trial, begun)
  for (const answer of wrongAnswers(load.answers).slice(0, 20))
    process.stdout.write(`  ${answer.what}: ${answer.status} ${answer.code}\n`)
  return findings
}

/** Returns a new folder for the trial of one topology, because each trial starts with an empty folder. */
function openFolderOfTrial(topology: Topology): string {
  const directory = keptLogs === undefined ? mkdtempSync(join(tmpdir(), 'spindle-failover-')) : keptFolder()
  chmodSync(directory, 0o755)
  if (keptLogs === undefined)
    started(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }))
  return directory

  function keptFolder(): string {
    mkdirSync(keptLogs ?? '', { recursive: true })
    return mkdtempSync(join(keptLogs ?? '', `${topology}-`))
  }
}

/**
 * Waits until every job has ended. Returns the number of jobs that are still open after a timeout that suits
 * a busy machine.
 */
async function everyJobHasEnded(deployment: Deployment<Cluster>): Promise<number> {
  for (const until = performance.now() + patienceMs; ; await setTimeout(500)) {
    const open = await deployment.query("select id from jobs where status <> 'completed'")
    if (open.length === 0 || performance.now() > until) return open.length
  }
}
