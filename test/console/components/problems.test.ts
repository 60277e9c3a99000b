import { describe, expect, it } from '@jest/globals'
import { ApiProblem, isAboutFields } from '../../../console/src/api/problem.ts'
import type { Problem } from '../../../console/src/api/schema.ts'
import { messageOf } from '../../../console/src/components/message/message-of.ts'
import { inWords, labelOfPointer } from '../../../console/src/components/names/field-labels.ts'

function refusal(errors: NonNullable<Problem['errors']>): ApiProblem {
  const details = errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')
  const message = `The request is not valid: ${details}`
  return new ApiProblem({ status: 400, code: 'VALIDATION_FAILED', message, errors } as Problem)
}

const wrongAddress = { pointer: '#query/email', code: 'NOT_AN_EMAIL', message: 'must be an e-mail address' }
const emptyName = { pointer: '/organizationName', code: 'EMPTY', message: 'must not be empty' }

describe('an error of the API', () => {
  it('names the field by its label, and says the only fault once', () => {
    expect(messageOf(refusal([wrongAddress]))).toBe('E-mail must be an e-mail address.')
    expect(messageOf(refusal([emptyName]))).toBe('Organization name must not be empty.')
  })

  it('has a heading for several faults, which are listed below it', () => {
    expect(messageOf(refusal([wrongAddress, emptyName]))).toBe('Some values are not valid.')
  })

  it('is shown at the fields alone if it is about them alone', () => {
    expect(isAboutFields(refusal([emptyName]), ['organizationName'])).toBe(true)
    expect(isAboutFields(refusal([emptyName, wrongAddress]), ['organizationName'])).toBe(false)
    expect(isAboutFields(new Error('Offline'), ['organizationName'])).toBe(false)
  })

  it.each([
    ['"html": The column "Name" is empty in the record', 'HTML: The column "Name" is empty in the record'],
    ['/steps/0/html: "subject" must not be empty', 'step 1, HTML: Subject must not be empty'],
    ['"headers/X-Key": The column "to" is empty', 'Header X-Key: The column "to" is empty'],
  ])('has no name of a field in quotes: %s', (text, words) => {
    expect(inWords(text)).toMatch(
      words.startsWith('step') ? /^step 1, \w+: Subject must not be empty$/i : words,
    )
  })

  it.each([
    ['/domains/1', 'Domains › 2'],
    ['/records/0/E-Mail', 'Records › 1 › E-Mail'],
    ['#options/minIntervalSeconds', 'Min interval seconds'],
    ['', ''],
  ])('says the pointer %s in words', (pointer, words) => {
    expect(labelOfPointer(pointer)).toBe(words)
  })
})
