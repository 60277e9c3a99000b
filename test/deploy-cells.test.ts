import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { cellRequests, type SampleCellRequest, strayRequests } from './support/data/cell-requests.ts'

const read = (name: string) => readFileSync(new URL(`../deploy/cells/${name}`, import.meta.url), 'utf8')

/**
 * The sample configurations of nginx and HAProxy, each as a function that returns the cell to which a request
 * is routed. The tests fail if a regular expression of a sample no longer finds the cell in a credential that
 * the service issues. They need no installed proxy; `npm run chaos -- cells` tests real proxies.
 */
const samples = {
  'nginx.conf': byNginx(read('nginx.conf')),
  'haproxy.cfg': byHaproxy(read('haproxy.cfg')),
}

describe.each(Object.entries(samples))('the sample configuration %s', (_, cellOf) => {
  const all = new Map<string | null, readonly SampleCellRequest[]>()
  beforeAll(async () => {
    for (const cell of ['us2', 'eu1', 'a', 'abcdefgh', null]) all.set(cell, await cellRequests(cell))
  })

  it.each(['us2', 'eu1', 'a', 'abcdefgh'])(
    'routes requests with secrets of the cell %s to that cell',
    (cell) => {
      for (const request of all.get(cell) ?? [])
        expect([request.name, cellOf(request)]).toEqual([request.name, cell])
    },
  )

  it('routes secrets from before the cells to the default cell', () => {
    for (const request of all.get(null) ?? [])
      expect([request.name, cellOf(request)]).toEqual([request.name, ''])
  })

  it('routes requests without a cell to the default cell', () => {
    for (const request of strayRequests)
      expect([request.name, ['', 'mars'].includes(cellOf(request))]).toEqual([request.name, true])
  })

  it('prefers the cell in a webhook URL to the cell in a cookie', () => {
    const cookie = all.get('eu1')?.find(({ name }) => name === 'a session in a cookie')?.headers ?? {}
    const hook = all.get('us2')?.find(({ name }) => name === 'a webhook URL')
    expect(hook && cellOf({ ...hook, headers: cookie })).toBe('us2')
  })
})

it('the sample configuration nginx.conf follows every move of an organization that has moved several times', () => {
  const text = read('nginx.conf')
  const [, moved = ''] = /location @moved \{\n([\s\S]*?)\n {8}\}/.exec(text) ?? []
  expect(moved).toContain('error_page 421 = @moved;')
  expect(text).toMatch(/^ {8}recursive_error_pages on;\n {8}proxy_intercept_errors on;$/m)
  expect(text).toMatch(/map \$moved_to \$moved_backend \{\n {8}volatile;/)
})

function headerOf({ headers }: SampleCellRequest, wanted: string): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''
}

/**
 * Returns the routing of an nginx sample as a function for the test. The function applies the sample's maps in
 * order; each line has an expression and the name of its capture.
 */
function byNginx(text: string): (request: SampleCellRequest) => string {
  const maps = [...text.matchAll(/map (\S+) \$(\w+) \{\n([\s\S]*?)\n {4}\}/g)]
    .map(([, from = '', to = '', body = '']) => ({ from: from.replaceAll('"', ''), to, body }))
    .filter(({ to }) => to.startsWith('cell'))
  return (request) => {
    const url = new URL(request.path, 'http://localhost')
    const values: Record<string, string> = {
      uri: url.pathname,
      arg_state: url.searchParams.get('state') ?? '',
      http_authorization: headerOf(request, 'authorization'),
      http_cookie: headerOf(request, 'cookie'),
    }
    for (const { from, to, body } of maps) {
      const subject = from.replaceAll(/\$(\w+)/g, (_, name: string) => values[name] ?? '')
      values[to] = ''
      for (const [, pattern = '', name = ''] of body.matchAll(/"~(.+)" \$(\w+);/g)) {
        const found = new RegExp(pattern).exec(subject)
        if (found !== null) {
          values[to] = found.groups?.[name] ?? ''
          break
        }
      }
    }
    return values['cell'] ?? ''
  }
}

/**
 * Returns the routing of an HAProxy sample as a function for the test. The function applies the `set-var` lines
 * in order, except the maps of moved organizations. Each line has a sample, its converters and a condition.
 */
function byHaproxy(text: string): (request: SampleCellRequest) => string {
  const lines = [...text.matchAll(/^ {4}http-request set-var\(txn\.(\w+)\) (.+?)(?: if \{ (.+) \})?$/gm)]
    .map(([, name = '', expression = '', condition = '']) => ({ name, expression, condition }))
    .filter(({ name, expression }) => name !== 'digest' && !expression.includes('map_'))
  return (request) => {
    const values: Record<string, string> = {}
    for (const { name, expression, condition } of lines) {
      const [tested = '', pattern] = condition.split(' -m reg ')
      const subject = sample(tested.replace(' -m found', ''), request, values)
      const holds = pattern === undefined ? subject !== '' : new RegExp(pattern).test(subject)
      if (holds) values[name] = sample(expression, request, values)
    }
    return values['cell'] ?? ''
  }
}

function sample(
  expression: string,
  request: SampleCellRequest,
  values: Readonly<Record<string, string>>,
): string {
  const url = new URL(request.path, 'http://localhost')
  const [, fetch = '', argument = '', converters = ''] =
    /^([\w.]+)(?:\(([^)]*)\))?((?:,.*)?)$/.exec(expression) ?? []
  const fetched: Record<string, () => string> = {
    path: () => url.pathname,
    url_param: () => url.searchParams.get(argument) ?? '',
    var: () => values[argument.replace('txn.', '')] ?? '',
    'req.hdr': () => headerOf(request, argument),
    'req.cook': () =>
      headerOf(request, 'cookie')
        .split('; ')
        .find((pair) => pair.startsWith(`${argument}=`))
        ?.slice(argument.length + 1) ?? '',
  }
  let value = fetched[fetch]?.() ?? ''
  const field = /,field\((\d+),(.)\)/.exec(converters)
  if (field !== null) value = value.split(field[2] ?? '')[Number(field[1]) - 1] ?? ''
  const removed = /,regsub\((.+),\)/.exec(converters)
  if (removed !== null)
    value = value.replace(new RegExp((removed[1] ?? '').replace('[[:space:]]', '\\s')), '')
  return value
}
