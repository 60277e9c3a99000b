import { expect, it } from '@jest/globals'
import {
  asFollowUp,
  blankStep,
  draftOf,
  stepOf,
} from '../../../console/src/pages/spinners/steps/step-draft.ts'

const senderId = '01936f54-1a2b-7c3d-8e4f-5a6b7c8d9e0f'

it('a new e-mail after another one answers in its thread, to the same address and from the same senders', () => {
  const first = draftOf({
    type: 'email',
    to: '{{ work }}',
    subject: 'Welcome',
    text: 'Hello',
    senders: [senderId],
  })
  const blank = blankStep('email', ['email'])
  expect(stepOf(asFollowUp(blank, first))).toMatchObject({
    to: '{{ work }}',
    subject: 'Welcome',
    senders: [senderId],
    thread: true,
  })
  expect(asFollowUp(blank, first).key).toBe(blank.key)
})

it('the first e-mail of a spinner begins a thread', () => {
  expect(stepOf(asFollowUp(blankStep('email', ['email']), undefined))).not.toHaveProperty('thread')
})
