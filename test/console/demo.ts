import { randomUUID } from 'node:crypto'
import type { Demo } from '../../src/use-cases/account/demo/set-up-demo.ts'

/**
 * An organization for one browser test file, like the demo of a first start. Other test files have theirs in
 * the same service.
 */
export interface OwnDemo {
  readonly demo: Demo
  /** The e-mail address and password of the owner of the test's organization. */
  readonly owner: { readonly email: string; readonly password: string }
}

interface Id {
  readonly id: string
}

const columns = [
  { name: 'name', isMetadata: true },
  { name: 'phone', isMetadata: false },
  { name: 'account_id', isMetadata: false },
  { name: 'email', isMetadata: true },
]

const welcome = {
  type: 'email',
  to: '{{ email }}',
  subject: 'Welcome, {{ name }}',
  text: 'Hello {{ name }},\n\nthank you for your interest. We will be in touch.\n',
}

/**
 * Returns a header with a random client address for a test. Sign-ups and sign-ins are limited by address, so
 * tests need different ones.
 */
export function ownAddress(): Readonly<Record<string, string>> {
  return {
    'X-Forwarded-For': `fd00::${randomUUID().replaceAll('-', '').match(/.{4}/g)?.slice(0, 6).join(':')}`,
  }
}

/** Creates an organization for a browser test by the API: with a data table, a published spinner and an API key. */
export async function createDemo(url: string): Promise<OwnDemo> {
  const owner = { email: `demo-${randomUUID()}@example.com`, password: 'correct horse battery staple' }
  let token = ''
  const post = async <Answer>(path: string, body: object = {}, headers = {}): Promise<Answer> => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`POST ${path}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const person = { ...owner, name: 'Demo', organizationName: 'Demo' }
  const signedIn = await post<{ token: string; user: Id; organization: Id }>(
    '/auth/sign-up',
    person,
    ownAddress(),
  )
  token = signedIn.token
  const { id: projectId } = await post<Id>('/projects', { name: 'First project' })
  const table = await post<Id & { webhookUrl: string }>(`/projects/${projectId}/data-tables`, {
    name: 'Leads',
  })
  for (const column of columns) await post(`/data-tables/${table.id}/columns`, column)
  const spinner = await post<Id>(`/projects/${projectId}/spinners`, {
    name: 'Welcome new leads',
    dataTableId: table.id,
    steps: [welcome],
  })
  await post(`/spinners/${spinner.id}/publish`)
  const { secret } = await post<{ secret: string }>('/api-keys', {
    name: 'Demo key',
    scopes: ['ingest', 'trigger'],
  })
  return {
    owner,
    demo: {
      organizationId: signedIn.organization.id,
      userId: signedIn.user.id,
      apiKey: secret,
      ingestToken: table.webhookUrl.split('/').at(-1) ?? '',
      dataTableId: table.id,
      spinnerId: spinner.id,
    },
  }
}
