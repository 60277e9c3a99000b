import type { Config } from '../../config.ts'
import { connectionsOf, connectionsOfPool } from '../children/connections-needed.ts'
import { countWithNoun } from './count-with-noun.ts'
import type { DatabaseFacts } from './facts.ts'
import { type Finding, faultFinding, fineFinding, warningFinding } from './finding.ts'

const megabyte = 1_000_000
const oldestPostgres = 150_000
/**
 * The largest accepted difference in milliseconds between the clocks of the database and this machine. Leases
 * end by the clock of the database.
 */
const maxSkewMs = 2_000
const longSeconds = 300
const maxSlotBytes = 1_000 * megabyte

/**
 * Returns the findings of `doctor` about a database: its version, clock, durability, schema, connections and
 * tables.
 */
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
      ? fineFinding(`${name}, ${Math.round(bytes / megabyte)} MB`)
      : faultFinding(`${name} is too old`, 'Use PostgreSQL 15 or newer.'),
  ]
  if (isStandby)
    findings.push(
      faultFinding(
        'The server is a replica and accepts no writes',
        'Set DATABASE_URL to the primary, or to all servers, separated by commas.',
      ),
    )
  const skew = Math.round(clockAheadMs)
  findings.push(
    Math.abs(skew) <= maxSkewMs
      ? fineFinding('The clocks of this machine and of the database agree')
      : faultFinding(
          `The database's clock is ${Math.abs(skew)} ms ${skew > 0 ? 'ahead of' : 'behind'} this machine's`,
          'Synchronize both clocks by NTP. Sign-ins, send windows and leases depend on them.',
        ),
  )
  if (isSuperuser)
    findings.push(
      warningFinding(
        'The database role of the service is a superuser, which can read the files of the server',
        'Use an ordinary role: docs/operate/database.md, "The role of the service".',
      ),
    )
  return findings
}

function durability({ settings, archiveFailed }: DatabaseFacts): Finding[] {
  const losing = [
    ['fsync', 'off', 'a crash of the machine can make the database unreadable'],
    ['full_page_writes', 'off', 'a crash of the machine can damage pages of the database'],
    ['synchronous_commit', 'off', 'a crash of the server loses the acknowledged data of the last second'],
  ] as const
  const findings: Finding[] = losing
    .filter(([name, value]) => settings[name] === value)
    .map(([name, value, why]) =>
      faultFinding(
        `${name} is ${value}: ${why}`,
        `alter system set ${name} = 'on'; select pg_reload_conf(); and check the settings by \`alter role\` and \`alter database\`.`,
      ),
    )
  if (findings.length === 0)
    findings.push(
      fineFinding(
        'Acknowledged data survives a crash: fsync, full_page_writes and synchronous_commit are not off',
      ),
    )
  if (settings['autovacuum'] === 'off')
    findings.push(
      faultFinding('autovacuum is off', "alter system set autovacuum = 'on'; select pg_reload_conf();"),
    )
  if (archiveFailed)
    findings.push(
      faultFinding(
        'The last segment of the write-ahead log could not be archived. Segments accumulate on the disk, and recovery to a later time is not possible',
        'select * from pg_stat_archiver; shows the segment. Correct archive_command or its target.',
      ),
    )
  return findings
}

function schema({ standing }: DatabaseFacts): Finding[] {
  if (standing === null)
    return [
      faultFinding('The database has no tables of Spindle', 'Run npm run migrate, or check DATABASE_URL.'),
    ]
  const { newer, edited, pending, unknown, changedFunctions } = standing
  if (edited.length + unknown.length > 0)
    return [
      faultFinding(
        `The migrations of the database differ from this version of the code: ${[...edited.map(({ name }) => name), ...unknown].join(', ')}`,
        'Use the version of the code that migrated the database; docs/operate/upgrades.md.',
      ),
    ]
  if (pending.length > 0 || (newer === null && changedFunctions.length > 0))
    return [
      faultFinding(
        `Not applied yet: ${countWithNoun(pending.length, 'migration')} and ${countWithNoun(changedFunctions.length, 'function')}`,
        'Run npm run migrate (npm start does this automatically).',
      ),
    ]
  return [
    fineFinding(
      newer === null
        ? 'The schema matches this version'
        : `The schema matches version ${newer}, with which this version is compatible`,
    ),
  ]
}

function connections(facts: DatabaseFacts, config: Config): Finding[] {
  const { settings, isPooled, runtimes } = facts
  const space = Number(settings['max_connections']) - Number(settings['superuser_reserved_connections'])
  const findings: Finding[] = []
  const used = `${facts.connections} of ${countWithNoun(space, 'connection')} ${facts.connections === 1 ? 'is' : 'are'} used`
  const [ofApi, ofRuntime] = [connectionsOfPool(config), connectionsOf(config)]
  if (facts.connections > space * 0.8)
    findings.push(
      faultFinding(
        used,
        'Raise max_connections, lower POOL_SIZE, or put PgBouncer in front: docs/operate/database.md, "PgBouncer".',
      ),
    )
  else if (!isPooled && space < ofApi + ofRuntime)
    findings.push(
      warningFinding(
        `${used}; \`npm run api\` may open ${ofApi}, \`npm run worker\` or \`npm start\` ${ofRuntime}`,
        'Raise max_connections, or lower POOL_SIZE or PROCESSES.',
      ),
    )
  else findings.push(fineFinding(`${used}, ${runtimes} of them by runtimes`))
  if (isPooled && !config.databasePooled)
    findings.push(
      warningFinding(
        'A pooler is in front of the database, but DATABASE_POOLED is not set',
        'If the pooler pools transactions, set DATABASE_POOLED=true for every process; otherwise statements fail.',
      ),
    )
  if (!isPooled && config.databasePooled)
    findings.push(
      warningFinding(
        'DATABASE_POOLED is set, but no pooler is in front of the database',
        'Unset DATABASE_POOLED. With it, every statement is parsed again, and runtimes poll once a second instead of being notified.',
      ),
    )
  return findings
}

function snapshots({ longTransactions, slots, preparedTransactions }: DatabaseFacts): Finding[] {
  const findings: Finding[] = []
  for (const { pid, application, seconds } of longTransactions.filter(
    (longTransaction) => longTransaction.seconds > longSeconds,
  ))
    findings.push(
      faultFinding(
        `A transaction of "${application}" has been open for ${Math.round(seconds / 60)} minutes; ingest becomes slower until it ends`,
        `End it: select pg_terminate_backend(${pid});`,
      ),
    )
  for (const { name, active, bytes } of slots) {
    if (active && bytes < maxSlotBytes) continue
    const message = `The replication slot "${name}" ${active ? 'is behind' : 'is not in use'} and keeps ${Math.round(bytes / megabyte)} MB of the log`
    const remedy = `If its replica no longer exists: select pg_drop_replication_slot('${name}'); otherwise start the replica.`
    findings.push(
      bytes < maxSlotBytes
        ? warningFinding(message, remedy)
        : faultFinding(message, `The disk fills up. ${remedy}`),
    )
  }
  if (preparedTransactions > 0)
    findings.push(
      faultFinding(
        `${countWithNoun(preparedTransactions, 'prepared transaction is', 'prepared transactions are')} not ended`,
        'Spindle does not use prepared transactions. Find them by select gid from pg_prepared_xacts; and end them by rollback prepared.',
      ),
    )
  if (findings.length === 0)
    findings.push(fineFinding('No old snapshot is open, and no replication slot keeps the log'))
  return findings
}

function tables({ deadRows, invalidIndexes }: DatabaseFacts): Finding[] {
  const findings: Finding[] = []
  for (const { table, dead, live } of deadRows.filter(
    (deadRow) => deadRow.dead > 10_000 && deadRow.dead > 10 * deadRow.live,
  ))
    findings.push(
      warningFinding(
        `${table} has ${countWithNoun(dead, 'dead row')} beside ${countWithNoun(live, 'live one')}`,
        `An old snapshot is or was open: see the findings above, then run vacuum ${table};`,
      ),
    )
  if (invalidIndexes.length > 0)
    findings.push(
      faultFinding(
        `Invalid indexes: ${invalidIndexes.join(', ')}`,
        `reindex index concurrently ${invalidIndexes[0]};`,
      ),
    )
  if (findings.length === 0)
    findings.push(fineFinding('No table has many dead rows, and no index is invalid'))
  return findings
}
