import { afterAll, describe, expect, it } from '@jest/globals'
import { LiquidTemplates } from '../../../../src/adapters/templates/liquid-templates.ts'
import { TemplateThreads } from '../../../../src/adapters/templates/template-threads.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { requestBudget } from '../../../../src/domain/spinner/steps/template-budget.ts'
import { readSteps, whatPublishingRefuses } from '../../../../src/use-cases/spinner/steps/check-steps.ts'

const threads = new TemplateThreads()
const templates = new LiquidTemplates(threads)
const read = (steps: Step[]) => readSteps(steps, templates, requestBudget('organization'))
const unseen = async (...steps: Step[]) =>
  whatPublishingRefuses(['email'], ['email', 'phone'], await read(steps)).map(({ pointer, column }) => [
    pointer,
    column,
  ])

afterAll(() => threads.close())

describe('a pipeline is refused for a column that it may not see', () => {
  it('in every template of an e-mail, and once for each field', async () => {
    const text = '{{ phone }} {{ phone }}'
    expect(await unseen({ type: 'email', to: '{{ phone }}', subject: 'Hello', text, html: text })).toEqual([
      ['/steps/0/to', 'phone'],
      ['/steps/0/text', 'phone'],
      ['/steps/0/html', 'phone'],
    ])
  })

  it('in the URL, each header and the body of a webhook', async () => {
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

  it('in a condition, at its own place among the steps', async () => {
    const condition = { type: 'condition', column: 'phone', operator: 'exists' } as const
    expect(await unseen({ type: 'wait', seconds: 60 }, condition)).toEqual([['/steps/1/column', 'phone']])
  })

  it('but not for the unsubscribe link, which the content of an e-mail sees and its address does not', async () => {
    const link = '{{ unsubscribe_url }}'
    expect(await unseen({ type: 'email', to: link, subject: link, text: link, html: link })).toEqual([
      ['/steps/0/to', 'unsubscribe_url'],
    ])
    expect(await unseen({ type: 'webhook', url: 'https://example.com/', body: link })).toHaveLength(1)
  })
})

describe('a pipeline is refused for a template that cannot be read', () => {
  it('also in a header, and says which', async () => {
    const headers = { 'X-Source': '{{ email' }
    const step: Step = { type: 'webhook', url: 'https://example.com/', headers, body: '{}' }
    expect(whatPublishingRefuses(['email'], ['email'], await read([step]))).toEqual([
      expect.objectContaining({ pointer: '/steps/0/headers/X-Source', code: 'TEMPLATE' }),
    ])
  })
  it('with a filter that is not offered, and says which', async () => {
    const text = '{{ "a,b" | split: "," | where_exp: "x", "x" }}'
    const step: Step = { type: 'email', to: '{{ email }}', subject: 'Hello', text }
    expect(await read([step])).toContainEqual({
      pointer: '/steps/0/text',
      code: 'TEMPLATE',
      message: 'The template cannot be rendered: there is no filter "where_exp"',
    })
  })
})

describe('a draft that was saved when more filters were offered', () => {
  it('is refused by publishing, with the place and the filter', async () => {
    const step: Step = { type: 'email', to: '{{ email }}', subject: '{{ email | sort_natural }}', text: 'Hi' }
    expect(whatPublishingRefuses(['email'], ['email'], await read([step]))).toEqual([
      expect.objectContaining({
        pointer: '/steps/0/subject',
        message: expect.stringContaining('sort_natural'),
      }),
    ])
  })
})
