import { describe, expect, it } from '@jest/globals'
import { propose } from '../../../../src/domain/arrival/proposal/propose.ts'
import { TableSchema } from '../../../../src/domain/table/table-schema.ts'
import { noContext } from '../../../fixtures/senders.ts'
import { doAtOnce } from '../../../support/time/do-at-once.ts'

/** Returns the proposed path for each column of a table, for a body whose key `title` has a value. */
function proposedFor(title: string, columns: readonly string[]) {
  const tableSchema = new TableSchema({
    id: 't',
    organizationId: 'o',
    schemaVersion: 1,
    columns: columns.map((name) => ({ name, isMetadata: false })),
    missingColumns: 'fill',
    match: null,
    defaultCountry: null,
  })
  const decoded = { title, first_name: 'Dora', email: 'dora@photos.example' }
  const work = propose([{ decoded, context: noContext }], { tableSchema, mappings: [] }, 'x')
  return new Map(doAtOnce(work).columns.map(({ column, path }) => [column, path]))
}

describe('a title that is a salutation', () => {
  it.each(['Mr', 'Mrs.', 'Ms', 'Dr.', 'Herr', 'Frau Dr.', 'M.', 'Mme', 'Sr.', 'Sra.', 'Señora'])(
    '%s is not proposed as a job title',
    (title) => {
      expect(proposedFor(title, ['email', 'job_title']).get('job_title')).toBeNull()
      expect(proposedFor(title, ['email', 'position']).get('position')).toBeNull()
      const designed = proposedFor(title, [])
      expect([designed.has('job_title'), designed.get('title')]).toEqual([false, ['title']])
    },
  )

  it('fills a column that has exactly this name', () => {
    expect(proposedFor('Mr', ['email', 'title']).get('title')).toEqual(['title'])
  })

  it.each(['Manager', 'Managing Director', 'Dr. Manager'])('%s is proposed as a job title', (title) => {
    expect(proposedFor(title, ['email', 'job_title']).get('job_title')).toEqual(['title'])
    expect(proposedFor(title, []).get('job_title')).toEqual(['title'])
  })
})
