import { describe, expect, it } from '@jest/globals'
import { type OpenRecipients, planRecipientMove } from '../../../src/domain/job/recipient-move.ts'
import type { Audience } from '../../../src/domain/spinner/audience.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import type { TriggerField } from '../../../src/domain/spinner/trigger-data.ts'

const email = (subject: string): Step => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const wait: Step = { type: 'wait', seconds: 60 }
const ran = [email('First'), wait, email('Second')]

const at = (step: number, count: number, jobId = 'a', isHeld = false, isFailed = false): OpenRecipients => ({
  jobId,
  version: 1,
  step,
  isHeld,
  isFailed,
  count,
  data: null,
})
const moved = (
  open: readonly OpenRecipients[],
  now: readonly Step[],
  busy: readonly string[] = [],
  audience: Audience = 'new',
  declared: readonly TriggerField[] = [],
  before: readonly Step[] = ran,
) =>
  planRecipientMove({
    open,
    busy: new Set(busy),
    ran: () => ({ program: programOf(before), audience: 'new' }),
    now: { program: programOf(now), audience },
    declared,
  })

describe('moving waiting recipients to a new version', () => {
  const mended = [email('First'), wait, email('Mended'), email('Third')]

  it('moves a job whose recipients are all at a step with a counterpart', () => {
    expect(moved([at(2, 97), at(1, 3)], mended)).toEqual({ jobIds: ['a'], movable: 100, immovable: [] })
  })

  it('leaves a whole job in its version if one recipient has no counterpart, with the reason for each', () => {
    const open = [at(2, 5), at(0, 2), at(2, 7, 'b')]
    const now = [wait, email('Other'), email('Mended')]
    expect(moved(open, now)).toEqual({
      jobIds: [],
      movable: 0,
      immovable: [{ code: 'STEP_CHANGED', count: 14 }],
    })
    expect(moved([at(0, 2), at(2, 5)], [email('Mended'), wait, email('Second')])).toEqual({
      jobIds: [],
      movable: 0,
      immovable: [
        { code: 'STEP_CHANGED', count: 5 },
        { code: 'SAME_JOB', count: 2 },
      ],
    })
  })

  it('moves recipients that a worker holds only if it leaves them at a step with a counterpart', () => {
    expect(moved([at(0, 4, 'a', true)], mended).movable).toBe(4)
    const other = [email('Mended'), wait, email('Second')]
    expect(moved([at(0, 4)], other).movable).toBe(4)
    expect(moved([at(0, 4, 'a', true)], other).immovable).toEqual([{ code: 'AT_WORK', count: 4 }])
  })

  it('leaves recipients that a worker holds at the last step if the new version has steps after it', () => {
    const longer = [...ran, wait, email('Third')]
    expect(moved([at(2, 4)], longer).movable).toBe(4)
    expect(moved([at(2, 4, 'a', true)], longer).immovable).toEqual([{ code: 'AT_WORK', count: 4 }])
    expect(moved([at(2, 4, 'a', true)], [email('First'), wait, email('Mended')]).movable).toBe(4)
    expect(moved([at(1, 4, 'a', true)], longer).movable).toBe(4)
  })

  it('leaves recipients that a worker holds in a last branch if a shorter version has a step behind it', () => {
    const branching = (other: readonly Step[]): Step => ({
      type: 'branch',
      branches: [{ name: 'Yes', where: { column: 'email', operator: 'exists' }, steps: [email('First')] }],
      else: other,
    })
    const before = [branching([wait, wait, wait])]
    expect(
      moved([at(1, 4, 'a', true)], [branching([wait]), email('Second')], [], 'new', [], before).immovable,
    ).toEqual([{ code: 'AT_WORK', count: 4 }])
    expect(moved([at(1, 4, 'a', true)], [branching([wait])], [], 'new', [], before).movable).toBe(4)
  })

  it('leaves a job in its version if it has failed recipients whose step has no counterpart', () => {
    const failed = at(2, 3, 'a', false, true)
    expect(moved([at(0, 4), failed], mended)).toEqual({ jobIds: ['a'], movable: 4, immovable: [] })
    expect(moved([at(0, 4), failed], [email('First'), email('New'), wait, email('Second')])).toEqual({
      jobIds: [],
      movable: 0,
      immovable: [
        { code: 'FAILED_STEP_CHANGED', count: 3 },
        { code: 'SAME_JOB', count: 4 },
      ],
    })
  })

  it('leaves a job in its version if the new version has another audience', () => {
    expect(moved([at(0, 4), at(2, 1, 'a', false, true)], ran, [], 'all')).toEqual({
      jobIds: [],
      movable: 0,
      immovable: [{ code: 'AUDIENCE_CHANGED', count: 4 }],
    })
  })

  it('counts no failed recipients among those whose trigger did not send the data', () => {
    const topic = { name: 'topic', type: 'text', isRequired: true } as const
    expect(moved([at(0, 4), at(2, 3, 'a', false, true)], ran, [], 'new', [topic])).toEqual({
      jobIds: [],
      movable: 0,
      immovable: [{ code: 'DATA_MISSING', count: 4 }],
    })
  })

  it('moves a job that has begun no recipient, unless it begins one meanwhile', () => {
    expect(moved([at(0, 0)], [wait]).jobIds).toEqual(['a'])
    expect(moved([at(1, 3)], mended, ['a'])).toMatchObject({
      movable: 0,
      immovable: [{ code: 'AT_WORK', count: 3 }],
    })
  })
})
