import { describe, expect, it } from '@jest/globals'
import type { Step } from '../../../console/src/api/schema.ts'
import { inWords } from '../../../console/src/components/names/field-labels.ts'
import { branchesOf, stepsWithPlaces } from '../../../console/src/pages/spinners/steps/branches.ts'
import {
  copyOf,
  draftOf,
  type StepDraft,
  stepOf,
} from '../../../console/src/pages/spinners/steps/step-draft.ts'
import { faultsFromApi, pointersOf } from '../../../console/src/pages/spinners/steps/step-faults.ts'
import {
  changedStep,
  listPositionOf,
  moveTargetsOf,
  withList,
  withoutStep,
  withoutSteps,
  withStep,
} from '../../../console/src/pages/spinners/steps/step-tree.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'

const wait = (seconds: number): Step => ({ type: 'wait', seconds })
const steps: readonly Step[] = [
  wait(1),
  {
    type: 'branch',
    branches: [
      {
        name: 'Yes',
        where: {
          and: [{ column: 'a', operator: 'exists' }, { not: { or: [{ column: 'b', operator: 'missing' }] } }],
        },
        steps: [
          wait(2),
          {
            type: 'split',
            branches: [
              { name: 'A', percent: 50, steps: [wait(3)] },
              { name: 'B', percent: 50, steps: [] },
            ],
          },
        ],
      },
    ],
    else: [wait(4)],
  },
  wait(5),
]
const drafts = steps.map(draftOf)
const secondsOf = (step: Pick<Step, 'type'>) => ('amount' in step ? step.amount : undefined)
const keyOf = (list: readonly StepDraft[], index: number) => stepsWithPlaces(list)[index]?.step.key ?? ''

describe('steps with branches', () => {
  it('have the same numbers and paths as in the service', () => {
    const plain = ({ pointer, path, index }: { pointer: string; path: string; index: number }) => [
      index,
      pointer,
      path,
    ]
    const ofService = programOf(steps)
    expect(stepsWithPlaces(steps).map(plain)).toEqual(ofService.map(plain))
    expect(stepsWithPlaces(drafts).map(plain)).toEqual(ofService.map(plain))
  })

  it('are equal in the API, and in a copy, which has new keys', () => {
    expect(drafts.map(stepOf)).toEqual(steps)
    const copies = drafts.map(copyOf)
    expect(copies.map(stepOf)).toEqual(steps)
    const keys = (list: readonly StepDraft[]) => stepsWithPlaces(list).map(({ step }) => step.key)
    expect(new Set([...keys(drafts), ...keys(copies)]).size).toBe(14)
    const branches = [...drafts, ...copies].flatMap((step) => branchesOf(step)).map(({ key }) => key)
    expect(new Set(branches.filter((key) => key !== 'else')).size).toBe(2)
  })

  it('are found by the path of the API, innermost first', () => {
    const fault = { pointer: '/steps/1/branches/0/steps/0/seconds', code: 'X' }
    const ofBranch = { pointer: '/steps/1/branches/0/where/and/0/column', code: 'X' }
    expect(faultsFromApi([fault, ofBranch], pointersOf(drafts))).toMatchObject([
      { key: keyOf(drafts, 2), field: 'seconds' },
      { key: keyOf(drafts, 1), field: 'branches/0/where/and/0/column' },
    ])
    expect(inWords('/steps/1/branches/0/steps/1/branches/0/steps/2/subject')).toBe(
      'step 2 › branch 1 › 2 › branch 1 › 3, Subject',
    )
    expect(inWords('/steps/1/else/0/subject')).toBe('step 2 › else › 1, Subject')
  })

  it('can be moved into a new other branch, and leave their own branch', () => {
    const branch = draftOf({
      type: 'branch',
      branches: [{ name: 'Yes', where: { column: 'a', operator: 'exists' }, steps: [wait(1)] }],
    })
    const added = withList([branch], { step: branch.key, branch: 'else' }, () => [draftOf(wait(9))])
    expect(added.map(stepOf)).toMatchObject([{ else: [wait(9)] }])
    expect(withoutSteps([branch], new Set([keyOf([branch], 1)])).map(stepOf)).toMatchObject([
      { branches: [{ steps: [] }] },
    ])
    expect(stepOf(branch)).not.toHaveProperty('else')
  })

  it('can be moved to any branch except their own and inner ones, as deep as the API permits', () => {
    const paths = (index: number) => moveTargetsOf(drafts, keyOf(drafts, index)).map(({ path }) => path)
    expect(paths(0)).toEqual(['2 › Yes', '2 › else', '2 › Yes › 2 › A', '2 › Yes › 2 › B'])
    expect(paths(1)).toEqual([])
    expect(paths(3)).toEqual([null, '2 › else'])
    expect(paths(2)).toEqual([null, '2 › else', '2 › Yes › 2 › A', '2 › Yes › 2 › B'])
    const home = listPositionOf(drafts, keyOf(drafts, 4))
    expect(home?.at).toBe(0)
    expect(home?.siblings.map(secondsOf)).toEqual([3])
  })

  it('stay the same objects if another step changes, also in other branches', () => {
    const key = keyOf(drafts, 2)
    const changed = withStep(drafts, key, (step) => ({ ...step }))
    expect(changed.map((step, index) => step === drafts[index])).toEqual([true, false, true])
    expect(stepsWithPlaces(changed)[3]?.step).toBe(stepsWithPlaces(drafts)[3]?.step)
    expect(changed.map(stepOf)).toEqual(steps)
  })

  it('name the step that a change added or changed, which is shown after an undo', () => {
    const key = keyOf(drafts, 4)
    const removed = withoutStep(drafts, key)
    expect(changedStep(removed, drafts)).toBe(key)
    const changed = withStep(drafts, key, (step) => ({ ...step }))
    expect(changedStep(drafts, changed)).toBe(key)
    expect(changedStep(drafts, drafts)).toBeNull()
  })
})
