import { describe, expect, it } from '@jest/globals'
import { LiquidTemplates } from '../../../../src/adapters/templates/liquid-templates.ts'
import { DomainError } from '../../../../src/domain/errors.ts'
import type { Step } from '../../../../src/domain/spinner/step.ts'
import { assertTemplatesParse, unseenColumns } from '../../../../src/use-cases/spinner/steps/check-steps.ts'

const templates = new LiquidTemplates()
const unseen = (...steps: Step[]) =>
  unseenColumns(['email'], ['email', 'phone'], steps, templates).map(({ pointer, column }) => [
    pointer,
    column,
  ])

describe('a pipeline is refused for a column that it may not see', () => {
  it('in every template of an e-mail, and once for each field', () => {
    const text = '{{ phone }} {{ phone }}'
    expect(unseen({ type: 'email', to: '{{ phone }}', subject: 'Hello', text, html: text })).toEqual([
      ['/steps/0/to', 'phone'],
      ['/steps/0/text', 'phone'],
      ['/steps/0/html', 'phone'],
    ])
  })

  it('in the URL, each header and the body of a webhook', () => {
    const url = 'https://example.com/{{ phone }}'
    const headers = { 'X-Email': '{{ email }}', 'X-Phone': '{{ phone }}' }
    expect(unseen({ type: 'webhook', url, method: 'PUT', headers, body: '{{ phone | json }}' })).toEqual([
      ['/steps/0/url', 'phone'],
      ['/steps/0/headers/X-Phone', 'phone'],
      ['/steps/0/body', 'phone'],
    ])
  })

  it('in a condition, at its own place among the steps', () => {
    const condition = { type: 'condition', column: 'phone', operator: 'exists' } as const
    expect(unseen({ type: 'wait', seconds: 60 }, condition)).toEqual([['/steps/1/column', 'phone']])
  })

  it('but not for the unsubscribe link, which the content of an e-mail sees and its address does not', () => {
    const link = '{{ unsubscribe_url }}'
    expect(unseen({ type: 'email', to: link, subject: link, text: link, html: link })).toEqual([
      ['/steps/0/to', 'unsubscribe_url'],
    ])
    expect(unseen({ type: 'webhook', url: 'https://example.com/', body: link })).toHaveLength(1)
  })
})

describe('a draft is refused for a template that cannot be read', () => {
  it('also in a header, and says which', () => {
    const headers = { 'X-Source': '{{ email' }
    const step: Step = { type: 'webhook', url: 'https://example.com/', headers, body: '{}' }
    let refusal: unknown
    try {
      assertTemplatesParse([step], templates)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(DomainError)
    expect((refusal as DomainError).details.errors).toEqual([
      expect.objectContaining({ pointer: '/steps/0/headers/X-Source', code: 'TEMPLATE' }),
    ])
  })
})
