import { statfsSync } from 'node:fs'
import nodemailer from 'nodemailer'
import pg from 'pg'
import { pendingRestoration } from '../../adapters/postgres/job/restore/restored.ts'
import { isUsable } from '../../adapters/postgres/schema/applied-file.ts'
import { connectionTo } from '../../adapters/postgres/servers.ts'
import { createService } from '../../composition/service.ts'
import { type Config, dataDirectoryOf, readConfig } from '../../config.ts'
import { mailsPerDayOf } from '../../domain/account/new-organization-limit.ts'
import { SealedThings } from '../../ports/sealing.ts'
import { SenderStore } from '../../ports/sender/senders.ts'
import { ServiceState } from '../../ports/service-state.ts'
import { commandWithoutDatabase } from '../admin/admin-command.ts'
import { assertOwnDatabase, withInstallationDatabase } from '../database/own-database.ts'
import { findDatabase, runningClusters } from '../embedded/embedded-folder.ts'
import { isExpected } from '../faults/expected-fault.ts'
import { createLogger } from '../process/logger.ts'
import { mailWarnings } from '../process/mail-warnings.ts'
import { countWithNoun } from './count-with-noun.ts'
import { databaseFindings } from './database-findings.ts'
import { type DatabaseFacts, readDatabaseFacts } from './facts.ts'
import { type Finding, faultFinding, findingsText, fineFinding, warningFinding } from './finding.ts'

type Environment = Readonly<Record<string, string | undefined>>

const minFreeBytes = 1_000_000_000
const maxDueSeconds = 300

export const doctor = commandWithoutDatabase({
  form: 'doctor',
  positionals: 0,
  summary:
    'Checks the database, the settings and the runtimes, and prints a remedy for each fault. Exits with 1 if there is a fault.',
  options: {},
  runAlone: async (env) => {
    const findings = await examined(env)
    if (findings.some(({ level }) => level === 'fault')) process.exitCode = 1
    return findingsText(findings)
  },
})

/**
 * Returns all findings of `doctor`. A check that cannot run ends the examination, because later checks depend
 * on it.
 */
async function examined(env: Environment): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  try {
    await assertOwnDatabase(env)
    const config = readConfig(env)
    findings.push(...(await place(env)))
    await withInstallationDatabase(env, {}, async (url) => {
      const facts = await readDatabaseFacts(url)
      findings.push(...databaseFindings(facts, config))
      if (facts.standing !== null && isUsable(facts.standing))
        findings.push(...(await ofService(config, url, facts)))
    })
    findings.push(...openMetrics(config))
    findings.push(...(await mail(config)))
  } catch (error) {
    const { message } = error as Error
    findings.push(
      isExpected(error)
        ? faultFinding(message, 'Nothing else could be checked.')
        : faultFinding(
            `The database cannot be reached: ${message || (error as { code?: string }).code}`,
            'Start the database, or check DATABASE_URL. Nothing else could be checked.',
          ),
    )
  }
  return findings
}

/**
 * Returns the findings about the directory and disk space of the embedded database. The disk of the
 * operator's own database server cannot be checked from this machine.
 */
async function place(env: Environment): Promise<Finding[]> {
  if ((env['DATABASE_URL'] ?? '') !== '') return [fineFinding('The database is set by DATABASE_URL')]
  const { cluster } = await findDatabase(dataDirectoryOf(env))
  const running = runningClusters()
  const others = running.filter((one) => one !== cluster)
  const { bavail, bsize } = statfsSync(cluster)
  const free = bavail * bsize
  const findings = [fineFinding(`The database is the embedded one in ${cluster}`)]
  if (!running.includes(cluster) && others.length > 0)
    findings.push(
      warningFinding(
        `The embedded database is not running, but other embedded databases are: ${others.join(', ')}`,
        'If the service is running, this is not its database. Set DATA_DIR to the same value as for the service.',
      ),
    )
  const space = `${Math.round(free / 1_000_000)} MB of the disk are free`
  findings.push(
    free > minFreeBytes
      ? fineFinding(space)
      : faultFinding(space, 'Free disk space; otherwise PostgreSQL stops.'),
  )
  return findings
}

async function ofService(config: Config, url: string, facts: DatabaseFacts): Promise<Finding[]> {
  const findings: Finding[] = []
  const restored = await pendingOf(url)
  if (restored !== null)
    findings.push(
      faultFinding(
        `The database was restored to ${restored.toISOString()}, and after-restore has not been run since; no runtime starts`,
        'Run npm run admin -- after-restore.',
      ),
    )
  const service = createService(config, url, createLogger('silent'))
  try {
    const keys = await service.container.get(SealedThings).faultOfKeys()
    findings.push(
      keys === null
        ? fineFinding('All encrypted data can be decrypted')
        : faultFinding(keys, 'Set the missing key.'),
    )
    const { liveWorkers, oldestDueSeconds, queuedJobs, dueSlices } = await service.container
      .get(ServiceState)
      .backlog()
    const queued = countWithNoun(queuedJobs, 'job is queued', 'jobs are queued')
    const oldest = countWithNoun(Math.round(oldestDueSeconds), 'second')
    const waits = `${queued} and ${countWithNoun(dueSlices, 'slice')} due, the oldest for ${oldest}`
    if (liveWorkers === 0 && queuedJobs + dueSlices > 0)
      findings.push(
        faultFinding(
          `No runtime is running, but ${waits}`,
          'Run npm start or npm run worker, and check its log.',
        ),
      )
    else if (liveWorkers === 0)
      findings.push(warningFinding('No runtime is running', 'Run npm start or npm run worker.'))
    else if (oldestDueSeconds > maxDueSeconds)
      findings.push(
        faultFinding(
          waits,
          'Check the logs of the runtimes for failures, start more runtimes, or raise RUNTIME_CONCURRENCY.',
        ),
      )
    else findings.push(fineFinding(`${countWithNoun(liveWorkers, 'runtime')}; ${waits}`))
    for (const { what, remedy } of await mailWarnings(service.container.get(SenderStore), config))
      findings.push(warningFinding(what, remedy))
    if (liveWorkers > 0 && facts.runtimes === 0 && !facts.isPooled)
      findings.push(
        warningFinding('Runtimes were running a moment ago but are no longer connected', 'Check their logs.'),
      )
  } finally {
    await service.close()
  }
  return findings
}

async function pendingOf(url: string): Promise<Date | null> {
  const client = new pg.Client(connectionTo(url))
  client.on('error', () => {})
  await client.connect()
  try {
    return (await pendingRestoration(client))?.restoredMoment ?? null
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns the finding about strangers who may create organizations that send by the mail server of the deployment. */
export function openSignUp({
  signUp,
  sharedSender,
  plans,
  defaultPlan,
}: Pick<Config, 'signUp' | 'sharedSender' | 'plans' | 'defaultPlan'>): Finding[] {
  if (signUp !== 'open' || !sharedSender) return []
  const plan = plans.find(({ id }) => id === defaultPlan)
  const limit = plan === undefined ? null : mailsPerDayOf(plan)
  const most = limit === null ? 'any number of e-mails' : `${limit} e-mails`
  return [
    warningFinding(
      `Everybody who reaches this service can create an organization (SIGN_UP=open) that sends ${most} a day by the mail server of SMTP_URL`,
      'Set SIGN_UP=invite or closed, or SHARED_SENDER=false, unless you want this.',
    ),
  ]
}

/** Returns the finding about metrics that other machines may read without a token. */
export function openMetrics({
  metricsPort,
  metricsHost,
  metricsToken,
}: Pick<Config, 'metricsPort' | 'metricsHost' | 'metricsToken'>): Finding[] {
  if (metricsPort === null || metricsToken !== null || isLoopback(metricsHost)) return []
  return [
    warningFinding(
      `Other machines may read the metrics at port ${metricsPort} of ${metricsHost} (METRICS_HOST) without a token`,
      'Set METRICS_TOKEN, or METRICS_HOST=127.0.0.1. In a container that does not publish this port, as with docker-compose.yml, nothing needs to be changed.',
    ),
  ]
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

async function mail(config: Config): Promise<Finding[]> {
  const { smtpUrl, publicApiUrl, mailFrom, mailSender } = config
  if (smtpUrl === null)
    return [
      fineFinding(
        `SMTP_URL is not set: messages are captured and listed under Messages in the console, and mail about accounts ${mailSender === null ? 'is printed to the log' : 'leaves by the sender of MAIL_SENDER'}`,
      ),
    ]
  const findings: Finding[] = openSignUp(config)
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
  })
  try {
    await transport.verify()
    findings.push(
      fineFinding(`The mail server of SMTP_URL accepts connections; mail is sent from ${mailFrom}`),
    )
  } catch (error) {
    findings.push(
      faultFinding(
        `The mail server of SMTP_URL cannot be used: ${(error as Error).message}`,
        'Check SMTP_URL and the server. Messages wait, and the service retries them for at least five days.',
      ),
    )
  } finally {
    transport.close()
  }
  const { hostname } = new URL(publicApiUrl)
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    findings.push(
      warningFinding(
        `Links in mail lead to ${publicApiUrl}, which only this machine can reach`,
        'Set PUBLIC_API_URL to the address at which people reach the service.',
      ),
    )
  return findings
}
