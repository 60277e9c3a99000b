import { describe, expect, it } from '@jest/globals'
import { fixProgressOf } from '../../../console/src/pages/spinners/fix-failures/fix-progress.ts'

const group = (published: boolean | null, draft: boolean | null, retried = 0) => ({
  count: 97,
  retried,
  stopped: 0,
  retryableBy: { published, draft },
})
const spinner = { isEnded: true, version: 3, publishedVersion: 3, differs: false, isUnsaved: false }

describe('the next step for failed recipients', () => {
  it.each([
    ['nobody is left', [group(true, true, 97)], {}, 'none'],
    ['the job still runs', [group(true, true)], { isEnded: false }, 'running'],
    ['nothing was changed', [group(true, true)], {}, 'fix'],
    ['the step was changed', [group(true, true)], { differs: true }, 'publish'],
    ['the spinner is not published', [group(null, true)], { publishedVersion: null }, 'publish'],
    ['they cannot continue in the draft', [group(true, false)], { differs: true }, 'blocked'],
    ['the draft is being saved', [group(true, false)], { differs: true, isUnsaved: true }, 'publish'],
    ['the draft was published', [group(true, true)], { publishedVersion: 4 }, 'retry'],
    [
      'they cannot continue in the published version',
      [group(false, true)],
      { publishedVersion: 4 },
      'blocked',
    ],
    [
      'one of two steps has no counterpart',
      [group(true, true), group(false, false)],
      { publishedVersion: 4 },
      'blocked',
    ],
  ])('is known if %s', (_, groups, changes, next) => {
    expect(fixProgressOf(groups, { ...spinner, ...changes }).next).toBe(next)
  })

  it('concerns recipients that are left to retry', () => {
    expect(fixProgressOf([group(true, true, 7), group(true, true)], spinner).left).toBe(187)
    expect(fixProgressOf([{ ...group(true, true, 7), stopped: 90 }], spinner).next).toBe('none')
  })
})
