import { describe, expect, it } from '@jest/globals'
import { standOf } from '../../../console/src/pages/spinners/mend/stand.ts'

const group = (published: boolean | null, draft: boolean | null, retried = 0) => ({
  count: 97,
  retried,
  takenUpBy: { published, draft },
})
const spinner = { isEnded: true, version: 3, publishedVersion: 3, differs: false, isUnsaved: false }

describe('what is to be done for those who failed', () => {
  it.each([
    ['nobody is left', [group(true, true, 97)], {}, 'none'],
    ['the job still runs', [group(true, true)], { isEnded: false }, 'running'],
    ['nothing was changed', [group(true, true)], {}, 'mend'],
    ['the step was changed', [group(true, true)], { differs: true }, 'publish'],
    ['the spinner is not published', [group(null, true)], { publishedVersion: null }, 'publish'],
    ['the draft cannot go on with them', [group(true, false)], { differs: true }, 'blocked'],
    ['that is being saved', [group(true, false)], { differs: true, isUnsaved: true }, 'publish'],
    ['it was published', [group(true, true)], { publishedVersion: 4 }, 'goOn'],
    ['what was published cannot go on with them', [group(false, true)], { publishedVersion: 4 }, 'blocked'],
    ['one of two steps cannot', [group(true, true), group(false, false)], { publishedVersion: 4 }, 'blocked'],
  ])('is known where %s', (_, groups, changes, next) => {
    expect(standOf(groups, { ...spinner, ...changes }).next).toBe(next)
  })

  it('is done for those whom no other job has run again', () => {
    expect(standOf([group(true, true, 7), group(true, true)], spinner).left).toBe(187)
  })
})
