import type { Container } from 'inversify'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import type { Role } from '../../../src/domain/account/role.ts'
import { CreateUser } from '../../../src/use-cases/account/create-user.ts'
import type { Api, Ask, Reply } from '../api.ts'
import { until } from '../until.ts'

/** A signed-in user of a test who sends requests over HTTP. */
export interface Person {
  readonly email: string
  readonly password: string
  readonly token: string
  readonly organizationId: string
  ask(method: string, path: string, json?: unknown, ask?: Ask): Promise<Reply>
  /** Sends a request of the test's user to the API. The request must succeed; returns the body of the response. */
  do(method: string, path: string, json?: unknown, ask?: Ask): Promise<Body>
  import(dataTableId: string, csv: string | Uint8Array, headers?: Record<string, string>): Promise<Reply>
}

// The body of a response. Its type is not checked here, because the contract check has compared it with the
// OpenAPI document.
// biome-ignore lint/suspicious/noExplicitAny: tests read fields of many structures
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any

let people = 0

/** Adds a further user to an organization of a test, and signs them in. */
export async function addMember(
  api: Api,
  container: Container,
  organizationId: string,
  role: Role = 'editor',
): Promise<Person> {
  const [email, password] = [`member${people++}@example.com`, 'correct horse battery staple']
  const name = 'Charles Babbage'
  const user = { organizationId, email, password, name, role } as const
  await container.get(CreateUser).execute({ ...user, by: operator })
  const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
  return personWith(api, body['token'] as string, email, password, body)
}

export async function signUp(api: Api, changes: Partial<Record<string, string>> = {}): Promise<Person> {
  const email = `person${people++}@example.com`
  const json = {
    email,
    password: 'correct horse battery staple',
    name: 'Ada Lovelace',
    organizationName: 'Analytical Engines',
    ...changes,
  }
  const { status, body } = await api.ask('/api/v1/auth/sign-up', { method: 'POST', json })
  if (status !== 201) throw new Error(`The sign-up was refused: ${JSON.stringify(body)}`)
  return personWith(api, body['token'] as string, json.email, json.password, body)
}

export function personWith(api: Api, token: string, email: string, password: string, body: Body): Person {
  const ask: Person['ask'] = (method, path, json, options = {}) =>
    api.ask(`/api/v1${path}`, {
      method,
      key: token,
      ...(json === undefined ? {} : { json }),
      ...options,
    })
  return {
    email,
    password,
    token,
    organizationId: body.organization.id,
    ask,
    do: async (method, path, json, options) => {
      const reply = await ask(method, path, json, options)
      if (reply.status < 300) return reply.body
      const reason = JSON.stringify(api.log.at(-1)?.['err'] ?? reply.body)
      throw new Error(`${method} ${path} answered ${reply.status}: ${reason}`)
    },
    import: (dataTableId, csv, headers = {}) =>
      ask('POST', `/data-tables/${dataTableId}/imports`, undefined, {
        raw: csv,
        headers: { 'content-type': 'text/csv', ...headers },
      }),
  }
}

export interface Workshop {
  readonly projectId: string
  readonly dataTableId: string
  readonly spinnerId: string
  readonly apiKeyId: string
  readonly apiKey: string
}

/**
 * Creates everything that a test's user can have: a data table of two leads, a published spinner over it, and
 * an API key.
 */
export async function createWorkshop(person: Person): Promise<Workshop> {
  const project = await person.do('POST', '/projects', { name: 'Spring campaign' })
  const table = await person.do('POST', `/projects/${project.id}/data-tables`, { name: 'Leads' })
  await person.import(table.id, 'name,email\nAda,ada@example.com\nGrace,grace@example.com\n')
  await person.do('PATCH', `/data-tables/${table.id}`, { metadataColumns: ['name', 'email'] })
  const spinner = await person.do('POST', `/projects/${project.id}/spinners`, {
    name: 'Welcome',
    dataTableId: table.id,
    steps: [welcome],
  })
  await person.do('POST', `/spinners/${spinner.id}/publish`)
  const key = await person.do('POST', '/api-keys', { name: 'CRM', scopes: ['ingest', 'trigger'] })
  return {
    projectId: project.id,
    dataTableId: table.id,
    spinnerId: spinner.id,
    apiKeyId: key.id,
    apiKey: key.secret,
  }
}

/** Adds and publishes a further spinner for all records of the test's data table. Returns its id. */
export async function addSpinner(
  person: Person,
  { projectId, dataTableId }: Pick<Workshop, 'projectId' | 'dataTableId'>,
  changes: object,
): Promise<string> {
  const { id } = await person.do('POST', `/projects/${projectId}/spinners`, {
    name: 'Another',
    dataTableId,
    audience: 'all',
    steps: [welcome],
    ...changes,
  })
  await person.do('POST', `/spinners/${id}/publish`)
  return id
}

export const welcome = {
  type: 'email',
  to: '{{ email }}',
  subject: 'Welcome, {{ name }}',
  text: 'Hello {{ name }}',
}

/** Returns a page of the list of people once all records are in the list. */
export async function pageOfPeople(person: Person, query = ''): ReturnType<Person['do']> {
  let page = await person.do('GET', `/people?${query}`)
  await until(async () => {
    page = await person.do('GET', `/people?${query}`)
    return page.isComplete
  })
  return page
}

/** Returns the id of the person with an address in the list of people; null if nothing is stored about the address. */
export async function personIdOf(person: Person, email: string): Promise<string | null> {
  const { items } = await person.do('GET', `/people?email=${encodeURIComponent(email)}`)
  return items[0]?.id ?? null
}

/** Returns the person with an address and a page of their timeline, over HTTP. The address must be of a person. */
export async function personOf(person: Person, email: string, query = ''): ReturnType<Person['do']> {
  const id = await personIdOf(person, email)
  if (id === null) throw new Error(`Nothing is stored about ${email}`)
  return person.do('GET', `/people/${id}?${query}`)
}
