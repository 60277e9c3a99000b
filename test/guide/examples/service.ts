import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { scopes } from '../../../src/domain/account/api-keys/scope.ts'
import { startRuntime } from '../../../workers/runtime.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createEverything } from '../../support/data/everything.ts'
import { type Person, signUp } from '../../support/data/person.ts'
import { appCode, turnOnSecondFactor } from '../../support/data/sign-in/second-factor.ts'
import { createWorld, type World } from '../../support/world.ts'
import { root } from './blocks.ts'
import { type Sandbox } from './sandbox.ts'

/** The values that the reader of a page puts into the variables of its commands, by their names. */
type Variables = Readonly<Record<string, string>>

/** A service with a runtime, on which each page of the guide has an organization of its own. */
export interface GuideService {
  readonly api: Api
  readonly databaseUrl: string
  /** Settings with which an admin command reaches the database of the service. */
  readonly env: Readonly<Record<string, string>>
  /** The variables of each page. */
  readonly variables: ReadonlyMap<string, Variables>
  close(): Promise<void>
}

/** Starts a service with an organization for each page. `commands` has the text of the commands of each page. */
export async function startGuideService(commands: ReadonlyMap<string, string>): Promise<GuideService> {
  const world = await createWorld([], 16)
  const api = await createApi(world)
  const variables = new Map<string, Variables>()
  // Prepares pages with a code last, because time passes while the things of a page are created, and codes get too old.
  const inOrder = [...commands].toSorted(([, a], [, b]) => Number(usesCode(a)) - Number(usesCode(b)))
  for (const [page, text] of inOrder) variables.set(page, await variablesOf(world, api, text))
  const runtime = await startRuntime(world.container, {
    databaseUrl: world.databaseUrl,
    concurrency: 3,
    logger: pino({ level: 'silent' }),
    onFatal: () => {},
  })
  return {
    api,
    databaseUrl: world.databaseUrl,
    env: {
      DATABASE_URL: world.databaseUrl,
      SESSION_SECRET: 'a secret of the tests, thirty-two long',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'spindle@example.com',
    },
    variables,
    close: async () => {
      await runtime.stop()
      await world.close()
    },
  }
}

/** Creates an organization with one thing of each kind, in the state that the commands of a page presuppose. */
async function variablesOf(world: World, api: Api, commands: string): Promise<Variables> {
  const owner = await signUp(api)
  if (!/\bcurl /.test(commands)) return { ORGANIZATION: owner.organizationId }
  const things = await createEverything(world, api, owner)
  const table = `/data-tables/${things.dataTableId}`
  for (const name of columnsOf(commands)) await owner.do('POST', `${table}/columns`, { name })
  const acceptsAnyFormat = /\$WEBHOOK_URL" -d \w+=/.test(commands)
  const match = commands.includes('"match":[') ? { match: { columns: ['email'], onMatch: 'update' } } : {}
  await owner.do('PATCH', table, { acceptsAnyFormat, ...match })
  const { webhookUrl } = await owner.do('GET', table)
  const { pathname } = new URL(webhookUrl)
  return {
    API: `${api.url}/api/v1`,
    KEY: (await owner.do('POST', '/api-keys', { name: 'Guide', scopes })).secret,
    TOKEN: owner.token,
    EMAIL: owner.email,
    PASSWORD: owner.password,
    ORGANIZATION: commands.includes('/auth/switch') ? await anotherOf(owner) : owner.organizationId,
    TABLE: things.dataTableId,
    SPINNER: things.spinnerId,
    JOB: things.jobId,
    SENDER: things.senderId,
    WEBHOOK_URL: api.url + pathname,
    INGEST_TOKEN: pathname.split('/').at(-1) ?? '',
    CODE: usesCode(commands) ? await codeOf(world, owner) : '',
  }
}

/** Returns the columns that the table needs for the commands of a page, besides `name` and `email`. */
function columnsOf(commands: string): ReadonlySet<string> {
  const columns = [...commands.matchAll(/"column":"(\w+)"/g)].map(([, name = '']) => name)
  return new Set([...columns, 'phone', 'account_id'].filter((name) => !['name', 'email'].includes(name)))
}

/** Creates a second organization of a user, who stays signed in to the first one. */
async function anotherOf(owner: Person): Promise<string> {
  return (await owner.do('POST', '/organizations', { name: 'Another' })).id
}

function usesCode(commands: string): boolean {
  return commands.includes('$CODE')
}

/** Turns on two-factor sign-in, and returns the next code. */
async function codeOf(world: World, owner: Person): Promise<string> {
  const { secret } = await turnOnSecondFactor(owner, world.clock)
  world.clock.advance(30)
  return appCode(secret, world.clock.now())
}

/** Puts the files into a sandbox that pages presuppose. */
export function placeFiles(sandbox: Sandbox): void {
  sandbox.place('leads.csv', 'name,email,phone,account_id\nAda,ada@example.com,+442079460000,A-1\n')
  sandbox.place('contacts.csv', 'E-Mail,Note,Internal,name\nada@example.com,Z\u00fcrich,x,Ada\n')
  sandbox.place('etc/spindle.env', '')
  copyFileSync(join(root, '.env.example'), join(sandbox.folder, 'etc/spindle.env'))
  copyFileSync(join(root, 'deploy/helm/examples/everything.yaml'), join(sandbox.folder, 'your-values.yaml'))
}
