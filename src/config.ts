import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import Joi from 'joi'
import { serversOf } from './adapters/postgres/servers.ts'
import { isLoopback } from './adapters/system/loopback.ts'
import { storedFile } from './adapters/system/stored-file.ts'
import { ConfigurationFault } from './config/configuration-fault.ts'
import { readPlans } from './config/plans-file.ts'
import { processCount } from './config/process-count.ts'
import { readSecretKeys, type SecretKey } from './config/secret-keys.ts'
import type { OpenIdSettings } from './domain/account/open-id/open-id-settings.ts'
import { type SignUpMode, signUpModes } from './domain/account/sign-up-mode.ts'
import { cellIdForm } from './domain/cell/cell-id.ts'
import type { OtherCells } from './domain/cell/other-cells.ts'
import { type Plan } from './domain/plan/plan.ts'
import type { ProviderKind } from './domain/sender/connect-state.ts'
import type { ProviderSettings } from './domain/sender/provider-settings.ts'

/** All settings, read from environment variables. `.env.example` explains each of them. */
export interface Config {
  /** The URL of the database; null for the embedded PostgreSQL in `dataDirectory`. */
  readonly databaseUrl: string | null
  /** Whether a pooler such as PgBouncer, in transaction mode, is between the service and the database. */
  readonly databasePooled: boolean
  readonly dataDirectory: string
  readonly host: string
  readonly port: number
  /**
   * The number of processes that this deployment starts; all of them serve the same port or run jobs together.
   */
  readonly processes: number
  /** The port for metrics, and for nothing else; null to serve no metrics. */
  readonly metricsPort: number | null
  readonly metricsHost: string
  /** The bearer token that a scraper of the metrics must send; null if none is required. */
  readonly metricsToken: string | null
  /**
   * The directory in which each runtime regularly writes a file, so that a health probe sees that the runtime
   * is alive; null to write no files.
   */
  readonly healthDirectory: string | null
  readonly publicApiUrl: string
  /**
   * The id of this cell (this deployment, if several share a proxy), which credentials and links contain; null
   * if there are no other cells.
   */
  readonly cell: string | null
  /**
   * The ids and URLs of the other cells (deployments behind the same proxy); null if there are no other cells.
   */
  readonly cells: OtherCells | null
  /**
   * Whether one click on the sign-in page signs a visitor in to the demo. False if any setting suggests that
   * strangers can reach the service or get mail.
   */
  readonly openDemo: boolean
  readonly signUp: SignUpMode
  /**
   * Whether an organization that a stranger creates sends nothing before its owner's address is confirmed.
   */
  readonly confirmsAddresses: boolean
  /** The keys for signing and encryption, newest first, from SECRETS and SESSION_SECRET. */
  readonly secrets: readonly SecretKey[]
  /** The SMTP server; null if mail is captured or printed to the log. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** The id of the sender through which mail about accounts leaves; null to use SMTP_URL. */
  readonly mailSender: string | null
  readonly smtpConnections: number
  /** The name servers for lookups of senders' domains; empty to use the name servers of this machine. */
  readonly dnsServers: readonly string[]
  /** Whether organizations may send e-mails through the server in SMTP_URL. */
  readonly sharedSender: boolean
  /** The OAuth registrations of this deployment with mailbox providers; null for providers without one. */
  readonly providers: Readonly<Record<ProviderKind, ProviderSettings | null>>
  /** The OpenID Connect provider for sign-in; null if there is none. */
  readonly openId: OpenIdSettings | null
  /** The private hosts that webhook steps and SMTP senders may reach; other private hosts are refused. */
  readonly allowedPrivateHosts: readonly string[]
  readonly plans: readonly Plan[]
  readonly defaultPlan: string
  /** Whether owners may change the plan of their organization. */
  readonly selfServePlans: boolean
  /** The number of proxies in front of the service whose headers about client addresses are trusted. */
  readonly trustedProxies: number
  /** The days for which the recipients of a job are kept after its end; 0 to keep them for ever. */
  readonly retentionDays: number
  /** The days for which refused, held and ignored arrivals are kept. */
  readonly arrivalDays: number
  /** The largest size in megabytes of the refused, held and ignored arrivals of one organization. */
  readonly arrivalMegabytes: number
  readonly logLevel: string
  readonly poolSize: number
  readonly runtimeConcurrency: number
  readonly sendConcurrency: number
}

const defaultDataDirectory = '.data'

/** Returns the path of the data directory from the environment. Reads and creates nothing. */
export function dataDirectoryOf(env: Readonly<Record<string, string | undefined>>): string {
  const { DATA_DIR: reported = '' } = env
  return reported === '' ? defaultDataDirectory : reported
}

const databaseServer = Joi.string().uri({ scheme: ['postgres', 'postgresql'] })
/**
 * Returns the schema of a mailbox provider's variables. The client id needs the secret, and URLs must be
 * https except on this machine.
 */
function providerVariables(name: 'GOOGLE' | 'MICROSOFT'): Record<string, Joi.Schema> {
  const url = Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .custom((text: string, helpers) => {
      const { protocol, hostname } = new URL(text)
      return protocol === 'https:' || isLoopback(hostname) ? text : helpers.error('url.plain')
    })
    .messages({
      'url.plain': '{{#label}} must begin with https, because the data sent there gives access to mailboxes',
    })
  return {
    [`${name}_CLIENT_ID`]: Joi.string(),
    [`${name}_CLIENT_SECRET`]: Joi.string()
      .when(`${name}_CLIENT_ID`, { is: Joi.exist(), then: Joi.required() })
      .messages({ 'any.required': `"${name}_CLIENT_SECRET" is required with ${name}_CLIENT_ID` }),
    [`${name}_ISSUER`]: url,
    [`${name}_API`]: url,
  }
}

const ownProviders: Readonly<Record<ProviderKind, Pick<ProviderSettings, 'issuer' | 'api'>>> = {
  google: { issuer: 'https://accounts.google.com', api: 'https://gmail.googleapis.com' },
  microsoft: { issuer: 'https://login.microsoftonline.com/common/v2.0', api: 'https://graph.microsoft.com' },
}

function providerOf(kind: ProviderKind, read: Readonly<Record<string, string>>): ProviderSettings | null {
  const variable = (name: string) => read[`${kind.toUpperCase()}_${name}`]
  const [clientId, clientSecret] = [variable('CLIENT_ID'), variable('CLIENT_SECRET')]
  if (clientId === undefined || clientSecret === undefined) return null
  const { issuer, api } = ownProviders[kind]
  return {
    clientId,
    clientSecret,
    issuer: variable('ISSUER') ?? issuer,
    api: (variable('API') ?? api).replace(/\/+$/, ''),
  }
}

const environment = Joi.object({
  DATABASE_URL: Joi.string().custom((url: string, helpers) => {
    if (serversOf(url).every((server) => databaseServer.validate(server).error === undefined)) return url
    const custom =
      '"DATABASE_URL" must be a URL such as postgres://user:password@host:5432/database; separate several hosts by commas'
    return helpers.message({ custom })
  }),
  DATABASE_POOLED: Joi.boolean().default(false),
  DATA_DIR: Joi.string().default(defaultDataDirectory),
  HOST: Joi.string().default('127.0.0.1'),
  PORT: Joi.number().integer().min(0).max(65535).default(3000),
  PROCESSES: Joi.number()
    .integer()
    .min(1)
    .max(256)
    .allow('auto')
    .default(1)
    .messages({ '*': '"PROCESSES" must be a number from 1 to 256, or auto' }),
  METRICS_PORT: Joi.number().integer().min(0).max(65535),
  METRICS_HOST: Joi.string().default('127.0.0.1'),
  METRICS_TOKEN: Joi.string()
    .pattern(/^[\x21-\x7e]{16,200}$/)
    .messages({ '*': '"METRICS_TOKEN" must be 16 to 200 visible ASCII characters without blanks' }),
  HEALTH_DIR: Joi.string(),
  PUBLIC_API_URL: Joi.string().uri({ scheme: ['http', 'https'] }),
  CELL: Joi.string()
    .pattern(cellIdForm)
    .messages({ 'string.pattern.base': '"CELL" must be 1 to 8 characters of a-z and 0-9, such as eu1' }),
  CELLS: Joi.string()
    .custom((text: string, helpers) => (othersIn(text) === null ? helpers.error('any.invalid') : text))
    .when('CELL', { is: Joi.exist(), otherwise: Joi.forbidden() })
    .messages({
      'any.invalid':
        '"CELLS" must list the other cells, such as us2=https://us2.example.com, separated by commas; https is required, because passwords are sent there',
      'any.unknown': '"CELLS" requires CELL, the name of this cell',
    }),
  CELLS_SECRET: Joi.string().min(32).when('CELLS', { is: Joi.exist(), then: Joi.required() }).messages({
    'any.required': '"CELLS_SECRET" is required with CELLS: 32 characters or more, the same in every cell',
  }),
  SIGN_UP: Joi.string().valid(...signUpModes),
  OIDC_ISSUER: Joi.string().uri({ scheme: ['http', 'https'] }),
  OIDC_CLIENT_ID: Joi.string().when('OIDC_ISSUER', { is: Joi.exist(), then: Joi.required() }).messages({
    'any.required': '"OIDC_CLIENT_ID" is required with OIDC_ISSUER: the id of this service at the provider',
  }),
  OIDC_CLIENT_SECRET: Joi.string().when('OIDC_ISSUER', { is: Joi.exist(), then: Joi.required() }).messages({
    'any.required': '"OIDC_CLIENT_SECRET" is required with OIDC_ISSUER',
  }),
  OIDC_NAME: Joi.string().max(60),
  SESSION_SECRET: Joi.string()
    .min(32)
    .when('DATABASE_URL', {
      is: Joi.exist(),
      then: Joi.when('SECRETS', { is: Joi.exist(), otherwise: Joi.required() }),
    })
    .messages({
      'any.required':
        '"SESSION_SECRET" (or "SECRETS") is required with DATABASE_URL: 32 characters or more, the same for every process',
    }),
  SECRETS: Joi.string(),
  MAIL_SENDER: Joi.string().guid({ separator: '-' }).lowercase().messages({
    '*': '"MAIL_SENDER" must be the id of a sender that is connected by Microsoft or Google, such as 01936f54-1a2b-7c3d-8e4f-5a6b7c8d9e0f (GET /api/v1/senders). An address is not enough, because several organizations can connect it',
  }),
  SMTP_URL: Joi.string().uri({ scheme: ['smtp', 'smtps'] }),
  MAIL_FROM: Joi.string()
    .default('Spindle <spindle@localhost>')
    .when('SMTP_URL', { is: Joi.exist(), then: Joi.required() })
    .messages({ 'any.required': '"MAIL_FROM" is required with SMTP_URL: the sender of the mail' }),
  SMTP_CONNECTIONS: Joi.number().integer().min(1).max(100).default(5),
  DNS_SERVERS: Joi.string()
    .custom((text: string, helpers) =>
      listOf(text).every(isServerAddress) ? text : helpers.error('any.invalid'),
    )
    .messages({ 'any.invalid': '"DNS_SERVERS" must be IP addresses, with a port if it is not 53' }),
  SHARED_SENDER: Joi.boolean().default(true),
  ...providerVariables('GOOGLE'),
  ...providerVariables('MICROSOFT'),
  ALLOWED_PRIVATE_HOSTS: Joi.string(),
  PLANS_FILE: Joi.string(),
  DEFAULT_PLAN: Joi.string().default('starter'),
  SELF_SERVE_PLANS: Joi.boolean().default(false),
  TRUSTED_PROXIES: Joi.number().integer().min(0).max(10).default(0),
  RETENTION_DAYS: Joi.number().integer().min(0).max(36_500).default(90),
  ARRIVAL_DAYS: Joi.number().integer().min(1).max(3_650).default(30),
  ARRIVAL_MEGABYTES: Joi.number().integer().min(1).max(1_000_000).default(256),
  LOG_LEVEL: Joi.string().valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  POOL_SIZE: Joi.number().integer().min(2).max(1000).default(10),
  RUNTIME_CONCURRENCY: Joi.number().integer().min(1).max(100).default(4),
  SEND_CONCURRENCY: Joi.number().integer().min(1).max(500).default(50),
})

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // Ignores variables with an empty value, because most tools set an empty variable to mean "not set".
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { value, error } = environment.validate(set, {
    abortEarly: false,
    stripUnknown: true,
    errors: { wrap: { label: false } },
  })
  if (error !== undefined) throw new ConfigurationFault(error.details.map((detail) => detail.message))
  const plans = readPlans(set['PLANS_FILE'], value.DEFAULT_PLAN as string)
  const read = value as Record<string, string> & {
    PORT: number
    DATABASE_POOLED: boolean
    PROCESSES: number | 'auto'
    METRICS_PORT?: number
    SELF_SERVE_PLANS: boolean
    TRUSTED_PROXIES: number
    SMTP_CONNECTIONS: number
    SHARED_SENDER: boolean
    RETENTION_DAYS: number
    ARRIVAL_DAYS: number
    ARRIVAL_MEGABYTES: number
    POOL_SIZE: number
    RUNTIME_CONCURRENCY: number
    SEND_CONCURRENCY: number
  }
  const host = read['HOST'] ?? ''
  return Object.freeze({
    databaseUrl: read['DATABASE_URL'] ?? null,
    databasePooled: read.DATABASE_POOLED,
    dataDirectory: read['DATA_DIR'] ?? '',
    host,
    port: read.PORT,
    processes: processCount(read.PROCESSES),
    metricsPort: read.METRICS_PORT ?? null,
    metricsHost: read['METRICS_HOST'] ?? '',
    metricsToken: read['METRICS_TOKEN'] ?? null,
    healthDirectory: read['HEALTH_DIR'] ?? null,
    publicApiUrl: (read['PUBLIC_API_URL'] ?? `http://${reachable(host)}:${read.PORT}`).replace(/\/+$/, ''),
    cell: read['CELL'] ?? null,
    cells: cellsOf(read),
    openDemo:
      read['DATABASE_URL'] === undefined &&
      read['PUBLIC_API_URL'] === undefined &&
      read['SMTP_URL'] === undefined &&
      read['MAIL_SENDER'] === undefined &&
      read.TRUSTED_PROXIES === 0 &&
      isLoopback(host),
    signUp: signUpOf(read['SIGN_UP'] as SignUpMode | undefined, read['PUBLIC_API_URL']),
    confirmsAddresses: read['SMTP_URL'] !== undefined || read['MAIL_SENDER'] !== undefined,
    secrets: readSecretKeys(read['SECRETS'], sessionSecretOf(read)),
    smtpUrl: read['SMTP_URL'] ?? null,
    mailFrom: read['MAIL_FROM'] ?? '',
    mailSender: read['MAIL_SENDER'] ?? null,
    smtpConnections: read.SMTP_CONNECTIONS,
    dnsServers: listOf(read['DNS_SERVERS']),
    sharedSender: read.SHARED_SENDER,
    openId: openIdOf(read),
    providers: { google: providerOf('google', read), microsoft: providerOf('microsoft', read) },
    allowedPrivateHosts: listOf(read['ALLOWED_PRIVATE_HOSTS']),
    plans,
    selfServePlans: read.SELF_SERVE_PLANS,
    trustedProxies: read.TRUSTED_PROXIES,
    retentionDays: read.RETENTION_DAYS,
    arrivalDays: read.ARRIVAL_DAYS,
    arrivalMegabytes: read.ARRIVAL_MEGABYTES,
    defaultPlan: read['DEFAULT_PLAN'] ?? '',
    logLevel: read['LOG_LEVEL'] ?? '',
    poolSize: read.POOL_SIZE,
    runtimeConcurrency: read.RUNTIME_CONCURRENCY,
    sendConcurrency: read.SEND_CONCURRENCY,
  })
}

/**
 * Returns the sign-up mode. Defaults to invitations for a public https URL, because otherwise strangers could
 * create accounts and send mail.
 */
function signUpOf(reported: SignUpMode | undefined, publicApiUrl: string | undefined): SignUpMode {
  return reported ?? (isHttps(publicApiUrl) ? 'invite' : 'open')
}

/**
 * Returns the settings of the OpenID Connect provider; null if they are not set. A provider without a name is
 * called by its host.
 */
function openIdOf(read: Readonly<Record<string, string>>): OpenIdSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = read
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null
  return { issuer, clientId, clientSecret, name: read['OIDC_NAME'] ?? new URL(issuer).host }
}

function isHttps(url = ''): boolean {
  return /^https:/i.test(url)
}

function cellsOf({
  CELLS: others,
  CELLS_SECRET: secret,
}: Readonly<Record<string, string>>): OtherCells | null {
  if (others === undefined || secret === undefined) return null
  return { secret, others: othersIn(others) ?? [] }
}

/** Returns the other cells in a text of the form `CELL=URL, …`; null if the text has another form. */
function othersIn(text: string): OtherCells['others'] | null {
  const others = listOf(text).map((one) => {
    const [, cell = '', url = ''] = /^([^=]+)=(https?:\/\/[^/?#]+)\/*$/.exec(one) ?? []
    return { cell, url }
  })
  const isGood = ({ cell, url }: (typeof others)[number]) =>
    cellIdForm.test(cell) && URL.canParse(url) && (isHttps(url) || isLoopback(new URL(url).hostname))
  return others.length > 0 && others.every(isGood) ? others : null
}

/** Returns the items of a setting that are separated by commas or blanks. */
function listOf(text = ''): string[] {
  return text.split(/[\s,]+/).filter((one) => one !== '')
}

function isServerAddress(server: string): boolean {
  const [, v6, v4] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(server) ?? []
  return isIP(v6 ?? v4 ?? server) !== 0
}

/**
 * Returns the host name for links to the service: `localhost` if it listens on all addresses, otherwise its
 * host, with an IPv6 address in brackets.
 */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Returns SESSION_SECRET, or the generated secret in DATA_DIR. Returns undefined for DATABASE_URL with
 * SECRETS, which need no session secret.
 */
function sessionSecretOf(read: Readonly<Record<string, string>>): string | undefined {
  const {
    SESSION_SECRET: reported,
    DATABASE_URL: databaseUrl,
    SECRETS: secrets,
    DATA_DIR: directory = '',
  } = read
  return (
    reported ?? (databaseUrl !== undefined && secrets !== undefined ? undefined : storedSecret(directory))
  )
}

/**
 * Returns the secret in the data directory, which the first start creates, so that the operator need not set
 * one.
 */
function storedSecret(dataDirectory: string): string {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o755 })
  return storedFile(join(dataDirectory, 'session-secret'), () => randomBytes(32).toString('base64url'), {
    least: 32,
  })
}
