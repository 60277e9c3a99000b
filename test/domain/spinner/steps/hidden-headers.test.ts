import { describe, expect, it } from '@jest/globals'
import { DomainError } from '../../../../src/domain/errors.ts'
import {
  withHeadersOfDraft,
  withHiddenHeaders,
  withKnownHeaders,
} from '../../../../src/domain/spinner/steps/hidden-headers.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'

const webhook = (url: string, headers: Record<string, string>, body = '{}'): Step => ({
  type: 'webhook',
  url,
  headers,
  body,
})
const guard = (url: string, headers: Record<string, string>): Step => ({
  type: 'guard',
  url,
  headers,
  onTimeout: 'skip',
})
const inBranch = (step: Step): Step => ({
  type: 'branch',
  branches: [{ name: 'Yes', where: { column: 'name', operator: 'exists' }, steps: [step] }],
  else: [],
})
const crm = 'https://crm.example.com/hook'

describe('the hidden values of headers', () => {
  it('are in webhooks and guards, also in branches', () => {
    const steps = [
      guard(crm, { 'X-Token': 'a' }),
      inBranch(webhook(crm, { Authorization: 'b', 'X-Empty': '' })),
    ]
    const hidden = [
      guard(crm, { 'X-Token': '(hidden)' }),
      inBranch(webhook(crm, { Authorization: '(hidden)', 'X-Empty': '(hidden)' })),
    ]
    expect(withHiddenHeaders(steps)).toEqual(hidden)
    expect(withHeadersOfDraft(hidden, steps)).toEqual(steps)
  })

  it.each([
    ['another path', 'https://crm.example.com/v2/{{ id }}'],
    ['another case of the host', 'https://CRM.example.com/hook'],
    ['a query', 'https://crm.example.com/hook?x=1'],
  ])('are kept with %s', (_, url) => {
    const sent = [webhook(url, { authorization: '(hidden)' })]
    expect(withHeadersOfDraft(sent, [webhook(crm, { Authorization: 'b' })])).toEqual([
      webhook(url, { authorization: 'b' }),
    ])
  })

  it.each([
    ['another host', 'https://attacker.example.com/hook', 'Authorization'],
    ['a longer host', 'https://crm.example.com.attacker.example/hook', 'Authorization'],
    ['the former host as a user name', 'https://crm.example.com@attacker.example/hook', 'Authorization'],
    ['a backslash', 'https://crm.example.com\\@attacker.example/', 'Authorization'],
    ['another port', 'https://crm.example.com:8443/hook', 'Authorization'],
    ['http', 'http://crm.example.com/hook', 'Authorization'],
    ['a template in the host', 'https://crm.example.com{{ name }}/hook', 'Authorization'],
    ['another name', crm, 'X-Copy'],
  ])('must be entered again with %s', (_, url, name) => {
    const sent = [inBranch(webhook(url, { [name]: '(hidden)' }))]
    const draft = [webhook(crm, { Authorization: 'b' })]
    expect(() => withHeadersOfDraft(sent, draft)).toThrow(`the header "${name}"`)
    const { steps, missing } = withKnownHeaders(sent, draft)
    expect([steps, missing.length]).toEqual([sent, 1])
  })

  it('belong to the step that is most alike, wherever it moved', () => {
    const [first, second] = [webhook(`${crm}/1`, { 'X-Key': 'one' }), webhook(`${crm}/2`, { 'X-Key': 'two' })]
    const hidden = withHiddenHeaders([second, first])
    expect(withHeadersOfDraft(hidden, [first, second])).toEqual([second, first])
    const changed = webhook(`${crm}/2`, { 'X-Key': '(hidden)' }, '{"changed": true}')
    expect(withHeadersOfDraft([changed], [first, second])).toEqual([
      { ...changed, headers: { 'X-Key': 'two' } },
    ])
    const elsewhere = webhook(`${crm}/3`, { 'X-Key': '(hidden)' })
    expect(() => withHeadersOfDraft([elsewhere], [first, second])).toThrow('"X-Key"')
  })

  it('are told apart by their order in steps that differ in nothing else', () => {
    const draft = [webhook(crm, { 'X-Key': 'one' }), webhook(crm, { 'X-Key': 'two' })]
    const [hidden] = withHiddenHeaders(draft) as [Step]
    const wait: Step = { type: 'wait', seconds: 5 }
    expect(withHeadersOfDraft([wait, hidden, wait, { ...hidden }], draft)).toEqual([
      wait,
      draft[0],
      wait,
      draft[1],
    ])
    expect(() => withHeadersOfDraft([hidden], draft)).toThrow('"X-Key"')
  })

  it('are needed again if names in one step differ only in case', () => {
    const draft = [webhook(crm, { 'X-Key': 'one', 'x-key': 'two' })]
    expect(() => withHeadersOfDraft(withHiddenHeaders(draft), draft)).toThrow('"X-Key"')
  })

  it('are named in faults by their place', () => {
    const sent = [inBranch(webhook('https://other.example.com/', { 'X-A~b': '(hidden)' }))]
    expect(faultOf(() => withHeadersOfDraft(sent, [])).details.errors).toMatchObject([
      { pointer: '/steps/0/branches/0/steps/0/headers/X-A~0b', code: 'HIDDEN_HEADER' },
    ])
  })
})

function faultOf(act: () => unknown): DomainError {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return error
  }
  throw new Error('Nothing was refused')
}
