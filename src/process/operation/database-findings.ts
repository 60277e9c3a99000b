import type { DatabaseFacts } from '../../adapters/postgres/checkup/facts.ts'
import type { Config } from '../../config.ts'
import { counted } from './counted.ts'
import { type Finding, fault, fine, look } from './finding.ts'

const megabyte = 1_000_000
const oldestPostgres = 150_000
/**
 * The largest accepted difference of the two clocks, in milliseconds. Leases end by the clock of the
 * database, everything else by that of the process.
 */
const mostSkewMs = 2_000
const longSeconds = 300
const mostKeptForSlot = 1_000 * megabyte

/** Returns the findings about a database from the facts that it reports. */
export function databaseFindings(facts: DatabaseFacts, config: Config): readonly Finding[] {
  return [
    ...server(facts),
    ...durability(facts),
    ...schema(facts),
    ...connections(facts, config),
    ...snapshots(facts),
    ...tables(facts),
  ]
}

function server({ version, isStandby, clockAheadMs, isSuperuser, bytes }: DatabaseFacts): Finding[] {
  const name = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`
  const findings = [
    version >= oldestPostgres
      ? fine(`${name}, ${Math.round(bytes / megabyte)} MB`)
      : fault(`${name} is too old`, 'Use PostgreSQL 15 or newer.'),
  ]
  if (isStandby)
    findings.push(
      fault(
        'The server follows another one and takes no writes',
        'Let DATABASE_URL name the primary, or all servers with commas between them.',
      ),
    )
  const skew = Math.round(clockAheadMs)
  findings.push(
    Math.abs(skew) <= mostSkewMs
      ? fine('The clocks of this machine and of the database agree')
      : fault(
          `The database's clock is ${Math.abs(skew)} ms ${skew > 0 ? 'ahead of' : 'behind'} this machine's`,
          'Let both keep time by NTP: sign-ins, send windows and leases go by one or the other.',
        ),
  )
  if (isSuperuser)
    findings.push(
      look(
        'The role of the service is a superuser, who reads the files of the server',
        'Give it an ordinary role: docs/operations.md, "The role of the service".',
      ),
    )
  return findings
}

function durability({ settings, archiveFailed }: DatabaseFacts): Finding[] {
  const losing = [
    ['fsync', 'off', 'a crash of the machine can leave a database that cannot be read'],
    ['full_page_writes', 'off', 'a crash of the machine can leave broken pages'],
    ['synchronous_commit', 'off', 'what was acknowledged in the last second is lost with the server'],
  ] as const
  const findings: Finding[] = losing
    .filter(([name, value]) => settings[name] === value)
    .map(([name, value, why]) =>
      fault(
        `${name} is ${value}: ${why}`,
        `alter system set ${name} = 'on'; select pg_reload_conf(); and look at \`alter role\` and \`alter database\` for it.`,
      ),
    )
  if (findings.length === 0) findings.push(fine('What is acknowledged is on the disk'))
  if (settings['autovacuum'] === 'off')
    findings.push(fault('autovacuum is off', "alter system set autovacuum = 'on'; select pg_reload_conf();"))
  if (archiveFailed)
    findings.push(
      fault(
        'The last segment of the log could not be archived, so it piles up, and there is no recovery to a moment since',
        'select * from pg_stat_archiver; says which one. Mend what archive_command asks for.',
      ),
    )
  return findings
}

function schema({ standing }: DatabaseFacts): Finding[] {
  if (standing === null)
    return [fault('There is no Spindle in this database', 'Run npm run migrate, or check DATABASE_URL.')]
  const { newer, edited, pending, unknown, changedFunctions } = standing
  if (edited.length + unknown.length > 0)
    return [
      fault(
        `Its migrations are not those of this code: ${[...edited.map(({ name }) => name), ...unknown].join(', ')}`,
        'Use the code that it was migrated by; docs/operations.md, "Upgrades".',
      ),
    ]
  if (pending.length > 0 || (newer === null && changedFunctions.length > 0))
    return [
      fault(
        `Yet to be applied: ${counted(pending.length, 'migration')} and ${counted(changedFunctions.length, 'function')}`,
        'Run npm run migrate (npm start does so by itself).',
      ),
    ]
  return [
    fine(
      newer === null
        ? 'The schema is that of this version'
        : `The schema is that of version ${newer}, which this one works on`,
    ),
  ]
}

function connections(facts: DatabaseFacts, config: Config): Finding[] {
  const { settings, isPooled, runtimes } = facts
  const room = Number(settings['max_connections']) - Number(settings['superuser_reserved_connections'])
  const findings: Finding[] = []
  const used = `${facts.connections} of ${counted(room, 'connection')} ${facts.connections === 1 ? 'is' : 'are'} used`
  const ofOne = config.poolSize + 4
  if (facts.connections > room * 0.8)
    findings.push(
      fault(used, 'Raise max_connections, lower POOL_SIZE, or put PgBouncer in front: docs/operations.md.'),
    )
  else if (!isPooled && room < 2 * ofOne + config.runtimeConcurrency)
    findings.push(
      look(
        `${used}; an API process may take ${ofOne}, a runtime ${config.runtimeConcurrency + 2} more`,
        'Raise max_connections, or lower POOL_SIZE.',
      ),
    )
  else findings.push(fine(`${used}, ${runtimes} of them by runtimes`))
  if (isPooled && !config.databasePooled)
    findings.push(
      look(
        'There is a pooler in front of the database, and DATABASE_POOLED is not set',
        'If it pools transactions, set DATABASE_POOLED=true for every process; statements fail otherwise.',
      ),
    )
  if (!isPooled && config.databasePooled)
    findings.push(
      look(
        'DATABASE_POOLED is set, and nothing is in front of the database',
        'Unset it: statements are parsed anew each time, and runtimes ask once a second instead of being told.',
      ),
    )
  return findings
}

function snapshots({ longTransactions, slots, preparedTransactions }: DatabaseFacts): Finding[] {
  const findings: Finding[] = []
  for (const { pid, application, seconds } of longTransactions.filter((one) => one.seconds > longSeconds))
    findings.push(
      fault(
        `A transaction of "${application}" is open for ${Math.round(seconds / 60)} minutes; ingest becomes slower as long as it is`,
        `End it: select pg_terminate_backend(${pid});`,
      ),
    )
  for (const { name, active, bytes } of slots) {
    if (active && bytes < mostKeptForSlot) continue
    const kept = `The replication slot "${name}" ${active ? 'is behind' : 'is used by nobody'} and keeps ${Math.round(bytes / megabyte)} MB of the log`
    const remedy = `If what it is for is gone: select pg_drop_replication_slot('${name}'); otherwise start that.`
    findings.push(bytes < mostKeptForSlot ? look(kept, remedy) : fault(kept, `The disk fills up. ${remedy}`))
  }
  if (preparedTransactions > 0)
    findings.push(
      fault(
        `${counted(preparedTransactions, 'prepared transaction waits', 'prepared transactions wait')} to be ended`,
        'Spindle makes none. select gid from pg_prepared_xacts; then rollback prepared.',
      ),
    )
  if (findings.length === 0) findings.push(fine('No snapshot stays open, and no slot keeps the log'))
  return findings
}

function tables({ deadRows, invalidIndexes }: DatabaseFacts): Finding[] {
  const findings: Finding[] = []
  for (const { table, dead, live } of deadRows.filter((one) => one.dead > 10_000 && one.dead > 10 * one.live))
    findings.push(
      look(
        `${table} has ${counted(dead, 'dead row')} beside ${counted(live, 'live one')}`,
        `Something keeps an old snapshot, or has: see above, then vacuum ${table};`,
      ),
    )
  if (invalidIndexes.length > 0)
    findings.push(
      fault(
        `Indexes that are not whole: ${invalidIndexes.join(', ')}`,
        `reindex index concurrently ${invalidIndexes[0]};`,
      ),
    )
  if (findings.length === 0) findings.push(fine('Tables and indexes are in order'))
  return findings
}
