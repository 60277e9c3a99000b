import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Ports with a single adapter, and the test file of that adapter. */
const withOneAdapter: Readonly<Record<string, string>> = {
  BodyDecoder: 'test/adapters/bodies/sniffed-bodies.test.ts',
  CellDirectory: 'test/http/cells.test.ts',
  Clock: 'test/adapters/system/system.test.ts',
  ClockScope: 'test/adapters/system/async-clock-scope.test.ts',
  Crons: 'test/adapters/system/croner-crons.test.ts',
  DomainRecords: 'test/adapters/dns/node-domain-records.test.ts',
  IdentityProvider: 'test/http/account/open-id.test.ts',
  Ids: 'test/adapters/system/system.test.ts',
  MailProviders: 'test/http/sender/connect.test.ts',
  MailboxReader: 'test/adapters/channels/mailboxes/imap-mailbox.test.ts',
  Mailer: 'test/adapters/channels/smtp-mailer.test.ts',
  MessageIds: 'test/adapters/security/signed-message-ids.test.ts',
  Metrics: 'test/http/metrics.test.ts',
  PasswordStrength: 'test/adapters/security/zxcvbn-password-strength.test.ts',
  Passwords: 'test/adapters/security/argon2-passwords.test.ts',
  PlainText: 'test/adapters/templates/html-plain-text.test.ts',
  PhoneNumbers: 'test/adapters/matching/digested-record-keys.test.ts',
  PublicUrls: 'test/adapters/system/system.test.ts',
  Randomness: 'test/adapters/system/system.test.ts',
  RecordKeys: 'test/adapters/matching/digested-record-keys.test.ts',
  RowSource: 'test/http/table/csv.test.ts',
  SenderOffers: 'test/http/sender/senders.test.ts',
  Sealing: 'test/adapters/security/ring-sealing.test.ts',
  Secrets: 'test/adapters/security/node-secrets.test.ts',
  SenderChannels: 'test/use-cases/spinner/steps/email-by-sender.test.ts',
  SessionTokens: 'test/adapters/security/session-tokens.test.ts',
  Signatures: 'test/adapters/security/hmac-signatures.test.ts',
  SmtpCheck: 'test/contracts/sender/sender-channels.test.ts',
  Sns: 'test/adapters/channels/signed-sns.test.ts',
  Templates: 'test/adapters/templates/liquid-templates.test.ts',
  TestChannels: 'test/adapters/channels/test-mode/capturing-test-channels.test.ts',
  Timers: 'test/adapters/system/system.test.ts',
  UnsubscribeLinks: 'test/adapters/security/signed-unsubscribe-links.test.ts',
  WebhookChannel: 'test/adapters/channels/undici-webhook-channel.test.ts',
}

/**
 * Ports that move databases or work on restored ones, with their test files. An adapter in memory would have
 * nothing to do.
 */
const ofDatabases: Readonly<Record<string, string>> = {
  RestoredDatabase: 'test/postgres/backup/after-restore.test.ts',
  OrganizationMoves: 'test/postgres/cell/move-organization.test.ts',
  Restorations: 'test/postgres/backup/after-restore.test.ts',
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))

/**
 * Returns the name of a port by the path of its file: `src/ports/arrival/record-appender.ts` has
 * RecordAppender.
 */
const nameOf = (file: string): string =>
  basename(file, '.ts').replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/**
 * The titles of the test suites that run on both sets of adapters. A title names the ports that its suite
 * tests.
 */
const titles = filesIn('test/contracts').flatMap((file) =>
  [...read(file).matchAll(/describe\.each\(adapters\)\(\s*['"`]([^'"`]+)/g)].map(([, title = '']) => title),
)
const onBoth = new Set(titles.flatMap((title) => title.split(/[^A-Za-z]+/)))

const inPostgres = filesIn('src/adapters/postgres').map(read).join('\n')
const inMemory = filesIn('src/adapters/memory').map(read).join('\n')
const ports = filesIn('src/ports').map((file) => [nameOf(file), file] as const)

describe('every port', () => {
  it.each(ports)('%s is exported under the name of its file', (port, file) => {
    expect(read(file)).toMatch(new RegExp(`export (abstract class|interface) ${port}\\b`))
  })

  it.each(ports)('%s has a contract suite, on memory and PostgreSQL if it has both adapters', (port) => {
    if (onBoth.has(port)) return
    const onDatabases = ofDatabases[port]
    const suite = onDatabases ?? withOneAdapter[port]
    if (suite === undefined) throw new Error(`No suite in test/contracts is about ${port}, on both adapters`)
    const other = onDatabases === undefined ? inPostgres : inMemory
    expect(other).not.toMatch(new RegExp(`(extends|implements) ${port}\\b`))
    expect(read(suite)).toMatch(/\bdescribe\b/)
  })

  it('that is declared with one adapter exists', () => {
    expect(ports.map(([port]) => port)).toEqual(expect.arrayContaining(Object.keys(withOneAdapter)))
  })
})
