import { afterAll, describe, expect, it } from '@jest/globals'
import { LiquidTemplates } from '../../../../src/adapters/templates/liquid-templates.ts'
import { TemplateThreads } from '../../../../src/adapters/templates/template-threads.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { requestBudget } from '../../../../src/domain/spinner/steps/template-budget.ts'
import { publishingFaults, readSteps } from '../../../../src/use-cases/spinner/steps/check-steps.ts'

const threads = new TemplateThreads()
const templates = new LiquidTemplates(threads)
const read = (steps: Step[]) => readSteps(steps, templates, requestBudget('organization'))
const unseen = async (...steps: Step[]) =>
  publishingFaults(['email'], ['email', 'phone'], await read(steps)).map(({ pointer, column }) => [
    pointer,
    column,
  ])

afterAll(() => threads.close())

describe('a pipeline is refused if it uses a column that is not metadata', () => {
  it('in every template of an e-mail, and once for each field', async () => {
    const text = '{{ phone }} {{ phone }}'
    expect(await unseen({ type: 'email', to: '{{ phone }}', subject: 'Hello', text, html: text })).toEqual([
      ['/steps/0/to', 'phone'],
      ['/steps/0/text', 'phone'],
      ['/steps/0/html', 'phone'],
    ])
  })

  it('in the URL, the headers and the body of a webhook', async () => {
    const url = 'https://example.com/{{ phone }}'
    const headers = { 'X-Email': '{{ email }}', 'X-Phone': '{{ phone }}' }
    expect(
      await unseen({ type: 'webhook', url, method: 'PUT', headers, body: '{{ phone | json }}' }),
    ).toEqual([
      ['/steps/0/url', 'phone'],
      ['/steps/0/headers/X-Phone', 'phone'],
      ['/steps/0/body', 'phone'],
    ])
  })

  it('in a condition, with its position among the steps', async () => {
    const condition = { type: 'condition', column: 'phone', operator: 'exists' } as const
    expect(await unseen({ type: 'wait', seconds: 60 }, condition)).toEqual([['/steps/1/column', 'phone']])
  })

  it('but may use the unsubscribe link in the content of an e-mail, though not in its address', async () => {
    const link = '{{ unsubscribe_url }}'
    expect(await unseen({ type: 'email', to: link, subject: link, text: link, html: link })).toEqual([
      ['/steps/0/to', 'unsubscribe_url'],
    ])
    expect(await unseen({ type: 'webhook', url: 'https://example.com/', body: link })).toHaveLength(1)
  })
})

describe('a pipeline is refused if a template cannot be parsed', () => {
  it('in a header, which the error names', async () => {
    const headers = { 'X-Source': '{{ email' }
    const step: Step = { type: 'webhook', url: 'https://example.com/', headers, body: '{}' }
    expect(publishingFaults(['email'], ['email'], await read([step]))).toEqual([
      expect.objectContaining({ pointer: '/steps/0/headers/X-Source', code: 'TEMPLATE' }),
    ])
  })
  it('because of an unknown filter, which the error names', async () => {
    const text = '{{ "a,b" | split: "," | where_exp: "x", "x" }}'
    const step: Step = { type: 'email', to: '{{ email }}', subject: 'Hello', text }
    expect(await read([step])).toContainEqual({
      pointer: '/steps/0/text',
      code: 'TEMPLATE',
      message: 'The template cannot be rendered: there is no filter "where_exp"',
    })
  })
})

describe('a draft that was saved when more filters existed', () => {
  it('cannot be published, and the error names the place and the filter', async () => {
    const step: Step = { type: 'email', to: '{{ email }}', subject: '{{ email | sort_natural }}', text: 'Hi' }
    expect(publishingFaults(['email'], ['email'], await read([step]))).toEqual([
      expect.objectContaining({
        pointer: '/steps/0/subject',
        message: expect.stringContaining('sort_natural'),
      }),
    ])
  })
})
