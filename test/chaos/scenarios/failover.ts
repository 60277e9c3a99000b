import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { started } from '../../../bench/support/started.ts'
import { Deployment } from '../../process/deployment.ts'
import { unusedPort } from '../../support/servers/unused-port.ts'
import { Cluster } from '../failover/cluster.ts'
import { disturb } from '../failover/events.ts'
import { find, wrongAnswers } from '../failover/findings.ts'
import { Load } from '../failover/load.ts'
import { missingPackages } from '../failover/packages.ts'
import { figuresOf, tellEvents } from '../failover/report.ts'
import { startTopology, type Topology, topologies } from '../failover/topologies.ts'
import type { Figure } from '../stage/figures.ts'
import { type Scenario, setting } from '../stage/scenario.ts'
import { openSink, sendingTo } from '../stage/stage.ts'

const kills = setting('KILLS', 10)
const pauses = setting('PAUSES', 3)
const pauseSeconds = setting('PAUSE_SECONDS', 40)
const requestsPerSecond = setting('RATE', 60)
const wanted = (process.env['CHAOS_TOPOLOGY'] ?? topologies.join(',')).split(',')
/** The directory in which the failover trial keeps the logs of all its programs; undefined to delete the logs. */
const storedLogs = process.env['CHAOS_LOGS']
const messageMs = 5
const patienceMs = 900_000

/**
 * A chaos scenario that takes the primary database server away repeatedly from two API processes and two
 * runtimes at work: kills of PostgreSQL, kills with its Patroni, pauses, a switchover. Then counts lost and
 * doubled records, people who were written to twice, and wrong answers to callers. The configurations are those
 * of docs/operate/high-availability.
 */
export const failover: Scenario = {
  about:
    "kills, pauses and a switchover of the primary of three servers under Patroni; needs Debian's packages",
  runs: wanted,
  run: async (name) => {
    const missing = missingPackages()
    if (missing.length > 0)
      throw new Error(`This needs Debian's packages: apt-get install ${missing.join(' ')}`)
    const topology = topologies.find((known) => known === name)
    if (topology === undefined)
      throw new Error(`CHAOS_TOPOLOGY is ${topologies.join(', ')}, or some of them with commas between them`)
    return { [topology]: await tried(topology) }
  },
}

async function tried(topology: Topology): Promise<readonly Figure[]> {
  const directory = openFolderOfTrial(topology)
  const cluster = await Cluster.start(directory)
  const mailedAt: number[] = []
  const sink = await openSink(messageMs, () => mailedAt.push(performance.now()))
  const deployment = await Deployment.on(cluster, join(directory, 'service'), {
    ...(await startTopology(topology, cluster, directory)),
    LOG_LEVEL: 'info',
    ...sendingTo(sink),
  })
  started(() => deployment.close())
  const ports = [await unusedPort(), await unusedPort()]
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
  return figuresOf(findings, topology)
}

/** Returns a new empty folder for the failover trial of one topology. */
function openFolderOfTrial(topology: Topology): string {
  const directory =
    storedLogs === undefined ? mkdtempSync(join(tmpdir(), 'spindle-failover-')) : storedFolder()
  chmodSync(directory, 0o755)
  if (storedLogs === undefined)
    started(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }))
  return directory

  function storedFolder(): string {
    mkdirSync(storedLogs ?? '', { recursive: true })
    return mkdtempSync(join(storedLogs ?? '', `${topology}-`))
  }
}

/**
 * Waits until every job of the trial has ended. Returns the number of jobs that are still open after a timeout,
 * which is long enough for a busy machine.
 */
async function everyJobHasEnded(deployment: Deployment<Cluster>): Promise<number> {
  for (const until = performance.now() + patienceMs; ; await setTimeout(500)) {
    const open = await deployment.query("select id from jobs where status <> 'completed'")
    if (open.length === 0 || performance.now() > until) return open.length
  }
}
