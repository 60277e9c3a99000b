import { StartFault } from '../../adapters/system/start-fault.ts'
import { commandWithoutDatabase, textTable } from '../admin/admin-command.ts'
import { withInstallationDatabase } from '../database/own-database.ts'
import { countWithNoun } from '../doctor/count-with-noun.ts'
import type { AfterRestoreResult } from './after-restore.ts'
import { backupDatabase, restoreDatabase, runAfterRestore } from './backup-database.ts'
import { checkBackup } from './restore-backup.ts'

const lostOptions = {
  'hold-spinners':
    'pauses every published spinner, so that repeated records start nothing until a person resumes the spinner',
  'nothing-lost':
    'only if the service was stopped when the backup was taken and has not run since: jobs continue unchanged',
}

export const backupCommand = commandWithoutDatabase({
  form: 'backup FILE [--postgres FOLDER] [--without-secret]',
  positionals: 1,
  summary: 'Writes a backup of the whole database into one file, whether the service runs or not.',
  options: {
    postgres:
      'the folder of the PostgreSQL version that created the database; needed if npm start says that it cannot read the database',
  },
  flags: {
    'without-secret':
      'leaves out the secret of DATA_DIR that decrypts the data; a restore then needs it as SESSION_SECRET',
  },
  runAlone: async (env, { words: [path = ''], options, flags }) => {
    const begun = performance.now()
    const { rows, tables, takenAt, files } = await backupDatabase(env, {
      path,
      postgres: options['postgres'] ?? null,
      withoutSecret: flags.has('without-secret'),
      onProgress,
    })
    const secret = files.includes('session-secret')
      ? 'The file holds the secret that decrypts its data; protect the file like the database.'
      : 'The file does not hold the secrets that decrypt its data (SESSION_SECRET, SECRETS); keep them in another place.'
    return `${path}: ${rowsOf(rows, tables)}, as they were at ${takenAt}, in ${secondsSince(begun)} seconds. ${secret}\n`
  },
})

export const restoreCommand = commandWithoutDatabase({
  form: 'restore FILE [--hold-spinners] [--nothing-lost]',
  positionals: 1,
  summary:
    'Restores a backup into an empty database. Marks messages that may have been sent since the backup as unconfirmed, so that they are not sent again.',
  options: {},
  flags: lostOptions,
  runAlone: async (env, { words: [path = ''], flags }) => {
    const begun = performance.now()
    const { rows, tables, lookedAfter } = await restoreDatabase(env, {
      path,
      tell,
      onProgress,
      ...lossOf(flags),
    })
    return `Restored: ${rowsOf(rows, tables)}, in ${secondsSince(begun)} seconds.\n${reportedOf(lookedAfter, flags)}`
  },
})

export const afterRestoreCommand = commandWithoutDatabase({
  form: 'after-restore [--recovered-to MOMENT] [--hold-spinners]',
  positionals: 0,
  summary:
    'Marks messages that may have been sent after the restored time as unconfirmed, so that none is sent twice.',
  options: {
    'recovered-to':
      'the time to which PostgreSQL has recovered the database, such as 2026-11-21T10:00:00Z; not needed after `restore`',
  },
  flags: lostOptions,
  runAlone: async (env, { options, flags }) => {
    const timeText = options['recovered-to']
    const recoveredTo = timeText === undefined ? null : momentOf(timeText)
    const order = { recoveredTo, tell, ...lossOf(flags) }
    return withInstallationDatabase(env, {}, async (url) =>
      reportedOf(await runAfterRestore(env, url, order), flags),
    )
  },
})

export const checkBackupCommand = commandWithoutDatabase({
  form: 'check-backup FILE',
  positionals: 1,
  summary: 'Reads a backup to its end and checks that it is complete.',
  options: {},
  runAlone: async (_env, { words: [path = ''] }) => {
    const { header, rows, tables } = await checkBackup(path)
    return `${path} is complete: ${rowsOf(rows, tables)}, as they were at ${header.takenAt}, taken by version ${header.version} on PostgreSQL ${header.postgres}.\n`
  },
})

function lossOf(flags: ReadonlySet<string>) {
  return { holds: flags.has('hold-spinners'), nothingLost: flags.has('nothing-lost') }
}

function momentOf(text: string): Date {
  const moment = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new StartFault(`"${text}" is not a time with a time zone, such as 2026-11-21T10:00:00Z.`)
  if (moment.getTime() > Date.now()) throw new StartFault(`The time ${text} is in the future.`)
  return moment
}

function reportedOf(after: AfterRestoreResult, flags: ReadonlySet<string>): string {
  const { moment, jobs, inDoubt, ended, left, begun, held } = after
  if (flags.has('nothing-lost')) return 'Jobs continue unchanged. Start the service.\n'
  const lines = [
    `The database has the state of ${moment.toISOString()}. Later records and changes are lost; let sources repeat their deliveries from that time.`,
    `${countWithNoun(inDoubt, 'recipient')} of ${countWithNoun(jobs, 'open job')} may have received a message after that time. They are unconfirmed with the code RESTORED, and receive no more messages unless a person retries them.`,
    `${countWithNoun(left, 'recipient continues', 'recipients continue')}, because nothing can have been sent to them; ${ended} had already ended.`,
  ]
  if (begun > 0)
    lines.push(
      `${countWithNoun(begun, 'of these jobs was started', 'of these jobs were started')} now, with records that no known job had taken; a lost job may have taken them.`,
    )
  if (held > 0)
    lines.push(
      `${countWithNoun(held, 'spinner is paused until a person resumes it', 'spinners are paused until a person resumes them')}.`,
    )
  const rows = after.lastAppends.map((lastAppend) => [
    lastAppend.at.toISOString(),
    lastAppend.organization,
    lastAppend.table,
    lastAppend.requestId,
  ])
  const arrivals =
    rows.length === 0
      ? ''
      : `\nThe latest requests that are in the database:\n\n${textTable(['AT', 'ORGANIZATION', 'TABLE', 'REQUEST'], rows)}`
  return `${lines.join('\n')}\n${arrivals}`
}

function onProgress(name: string, rows: number, of: number): void {
  if (of < 100_000) return
  const share = rows < of ? ` of about ${of}` : ''
  tell(`${name}: ${rows}${share} rows`)
}

/**
 * Prints a progress line of a backup command to stderr, because a script may read the command's answer on
 * stdout.
 */
function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

function rowsOf(rows: number, tables: number): string {
  return `${countWithNoun(rows, 'row')} of ${countWithNoun(tables, 'table')}`
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(1)
}
