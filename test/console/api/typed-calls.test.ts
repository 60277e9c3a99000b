import { describe, expect, it } from '@jest/globals'
import { typedCalls } from '../../../console/src/api/typed-calls.ts'

/** The routes of the console are relative to its page; Node.js needs an absolute URL. */
const at = <Path extends string>(path: Path) => `http://127.0.0.1${path}` as Path

/** Returns calls whose requests are collected and answered with the given response. */
function collecting(answer: () => Response) {
  const requests: Request[] = []
  const api = typedCalls({
    headers: { 'X-Common': '1' },
    fetch: (request) => {
      requests.push(request)
      return Promise.resolve(answer())
    },
  })
  return { api, requests }
}

describe('a typed call of the API', () => {
  it('fills in the path, repeats lists in the query and leaves out what is undefined', async () => {
    const { api, requests } = collecting(() => Response.json({ items: [] }))
    const query = { status: ['queued', 'running'], cursor: undefined, limit: 5 } as object
    await api.GET(at('/api/v1/jobs/{jobId}/recipients'), {
      params: { path: { jobId: 'a/b c' }, query },
    })
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://127.0.0.1/api/v1/jobs/a%2Fb%20c/recipients?status=queued&status=running&limit=5',
    ])
  })

  it('sends a JSON body with the common headers and those of the call', async () => {
    const { api, requests } = collecting(() => Response.json({}, { status: 201 }))
    await api.POST(at('/api/v1/projects'), { body: { name: 'Spring' }, headers: { 'Idempotency-Key': 'k1' } })
    const [request] = requests
    expect(await request?.json()).toEqual({ name: 'Spring' })
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      'content-type': 'application/json',
      'x-common': '1',
      'idempotency-key': 'k1',
    })
  })

  it('has no data for an answer without a body', async () => {
    const { api } = collecting(() => new Response(null, { status: 204 }))
    const { data, response } = await api.DELETE(at('/api/v1/projects/{projectId}'), {
      params: { path: { projectId: 'p' } },
    })
    expect([data, response.status]).toEqual([undefined, 204])
  })

  it.each([
    ['the problem of a refusal', Response.json({ code: 'CONFLICT' }, { status: 409 }), { code: 'CONFLICT' }],
    ['the text of another refusal', new Response('Bad gateway', { status: 502 }), 'Bad gateway'],
  ])('returns %s as its error', async (_, response, error) => {
    const { api } = collecting(() => response)
    expect(await api.GET(at('/api/v1/usage'))).toEqual({ response, error })
  })

  it('fails if a successful answer is not JSON, such as the page of a proxy', async () => {
    const { api } = collecting(() => new Response('<html>'))
    await expect(api.GET(at('/api/v1/usage'))).rejects.toThrow(SyntaxError)
  })
})
