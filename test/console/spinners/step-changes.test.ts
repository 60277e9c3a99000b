import { describe, expect, it } from '@jest/globals'
import type { Step } from '../../../console/src/api/schema.ts'
import { changesOfSteps } from '../../../console/src/pages/spinners/changes/step-changes.ts'

const email: Step = { type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }
const later: Step = { type: 'email', to: '{{ email }}', subject: 'Again', text: 'Hello again' }
const wait: Step = { type: 'wait', seconds: 60 }
const condition: Step = { type: 'condition', column: 'email', operator: 'exists' }

const kinds = (before: readonly Step[], after: readonly Step[]) =>
  changesOfSteps(before, after).map(({ kind, index }) => `${kind} ${index}`)

describe('the changes since a version', () => {
  it.each([
    ['nothing', [email, wait], [email, wait], ['same 0', 'same 1']],
    ['a step added', [email], [condition, email], ['added 0', 'same 1']],
    ['a step removed', [email, wait, later], [email, later], ['same 0', 'removed 1', 'same 1']],
    ['a step changed', [email, wait], [{ ...email, subject: 'Hi' }, wait], ['changed 0', 'same 1']],
    ['a step moved', [condition, email, wait], [email, wait, condition], ['same 0', 'same 1', 'moved 2']],
    ['a step moved and changed', [email, wait], [wait, { ...email, subject: 'Hi' }], ['same 0', 'moved 1']],
    ['everything', [wait], [email], ['removed 0', 'added 0']],
  ])('name %s', (_, before, after, expected) => {
    expect(kinds(before, after).toSorted()).toEqual(expected.toSorted())
  })

  it('name the fields and their earlier values', () => {
    const [change] = changesOfSteps([email], [{ ...email, subject: 'Hi', html: '<p>Hi</p>' }])
    expect(change?.fields).toEqual([
      { label: 'Subject', before: 'Hello', after: 'Hi' },
      { label: 'HTML', before: '', after: '<p>Hi</p>' },
    ])
  })

  it('use the names of files and senders, and name switched-on settings', () => {
    const names = new Map([
      ['f1', 'offer.pdf'],
      ['s1', 'Grace Hopper <grace@example.com>'],
    ])
    const changed = { ...email, attachments: ['f1'], senders: ['s1'], thread: true }
    const [change] = changesOfSteps([email], [changed], (_field, id) => names.get(id) ?? id)
    expect(change?.fields).toEqual([
      { label: 'Attachments', before: '', after: 'offer.pdf' },
      { label: 'Senders', before: '', after: 'Grace Hopper <grace@example.com>' },
      { label: 'Send in the same e-mail thread', before: '', after: 'Yes' },
    ])
  })
})
