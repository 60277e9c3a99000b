import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../src/domain/account/audit/actor.ts'
import { settleStep } from '../../../src/domain/job/recipient/recipient.ts'
import type { DataRecord } from '../../../src/domain/record-cells.ts'
import { programOf } from '../../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../../src/domain/spinner/steps/step.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { SpinnerStore } from '../../../src/ports/spinner/spinners.ts'
import { DataTableStore } from '../../../src/ports/table/data-tables.ts'
import { RecordStore } from '../../../src/ports/table/records.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { ImportRecords } from '../../../src/use-cases/arrival/import/import-records.ts'
import { RetryFailed } from '../../../src/use-cases/job/retry-failed.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import {
  ChangeDataTable,
  type ChangeDataTableCommand,
} from '../../../src/use-cases/table/change-data-table.ts'
import { ChangeColumn, type ChangeColumnCommand } from '../../../src/use-cases/table/columns/change-column.ts'
import { Columns } from '../../../src/use-cases/table/columns/columns.ts'
import { FindDuplicates } from '../../../src/use-cases/table/find-duplicates.ts'
import { Records } from '../../../src/use-cases/table/records/records.ts'

import { createTenant, type Tenant, type TenantOptions } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const ada = { name: 'Ada', phone: '1', account_id: 'A', email: 'ada@x.org' }
const byEmail = { columns: ['email'], onMatch: 'update', newerBy: null } as const

describe('tx.dataTables, tx.spinners', () => {
  let world: World
  let own: Tenant

  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(() => open())

  async function open(options: TenantOptions = {}): Promise<void> {
    own = await createTenant(world, options)
  }

  const place = () => ({ organizationId: own.organizationId, dataTableId: own.dataTableId })
  const add = (column: string, isMetadata = false, revision: number | null = null) =>
    world.container
      .get(Columns)
      .add({ ...place(), by: operator }, { ...place(), name: column, isMetadata, revision })
  const change = (column: string, changes: ChangeColumnCommand['changes'], revision: number | null = null) =>
    world.container.get(ChangeColumn).execute({ ...place(), column, changes, revision, by: operator })
  const rename = (from: string, to: string) => change(from, { name: to })
  const remove = (column: string) =>
    world.container.get(Columns).remove({ ...place(), by: operator }, { ...place(), column, revision: null })
  const ingest = async (...records: DataRecord[]) => {
    return (await own.ingest(records)).answer
  }
  const importCsv = (csv: string) => {
    const [header = [], ...rows] = csv.split('\n').map((line) => line.split(','))
    const source = {
      header: async () => header,
      chunks: async function* () {
        yield rows.map((cells, at) => ({ cells, line: at + 2, fault: null }))
      },
      close: async () => {},
    }
    return world.container
      .get(ImportRecords)
      .execute({ ...place(), source, requestId: 'import', choices: null, skipBadRows: false, by: operator })
  }
  const changeTable = (changes: ChangeDataTableCommand['changes'], mergesDuplicates = false) =>
    world.container
      .get(ChangeDataTable)
      .execute(
        { ...place(), changes, mergesDuplicates, revision: null, requestId: 'change', by: operator },
        async () => {},
      )
  const table = async () => {
    const found = await world.container.get(DataTableStore).find(own.organizationId, own.dataTableId)
    if (found === null) throw new Error('There is such a table')
    return found
  }
  const columns = async () => (await table()).columns.map((column) => column.name)
  const listed = async (order: 'asc' | 'desc' = 'asc') =>
    (await world.container.get(RecordStore).list(own.dataTableId, order, { limit: 1_000, after: null })).items
  /** Returns the cells of all records of the test's data table; a missing cell is null. */
  const values = async (order: 'asc' | 'desc' = 'asc') => (await listed(order)).map(({ data }) => data)
  const spinner = async () => {
    const found = await world.container.get(SpinnerStore).find(own.organizationId, own.spinnerId)
    if (found === null) throw new Error('There is such a spinner')
    return found
  }
  const version = () => world.container.get(UnitOfWork).run((tx) => tx.spinners.findVersion(own.spinnerId, 1))
  const trigger = () =>
    world.container.get(TriggerSpinner).execute({
      caller: own.key,
      spinnerId: own.spinnerId,
      idempotency: null,
    })
  const clear = () => world.container.get(Records).clearLeft(new AbortController().signal)
  const conflict = expect.objectContaining({ code: 'CONFLICT' })
  const saying = (...words: string[]) =>
    expect.objectContaining({ code: 'CONFLICT', message: expect.stringMatching(words.join('.*')) })

  describe('a column that is added', () => {
    it('is last, empty in existing records, and required in new ones', async () => {
      await ingest(ada)
      expect(await add('  city ', true)).toBe('city')
      expect((await table()).columns.at(-1)).toEqual({ name: 'city', isMetadata: true })
      await expect(ingest(ada)).rejects.toMatchObject({
        code: 'SCHEMA_MISMATCH',
        details: { expected: ['name', 'phone', 'account_id', 'email', 'city'] },
      })
      await ingest({ ...ada, city: 'Bern' })
      expect((await values()).map(({ city }) => city ?? null)).toEqual([null, 'Bern'])
    })

    it('is filled with null if the table fills missing columns', async () => {
      await changeTable({ missingColumns: 'fill' })
      await add('city')
      await ingest(ada)
      expect(await values()).toEqual([{ ...ada, city: null }])
    })

    it('is refused with an existing, an empty or a very long name', async () => {
      await expect(add('name')).rejects.toEqual(conflict)
      await expect(add('   ')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
      await expect(add('x'.repeat(201))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    })

    it('is refused if the table has changed since the user read it', async () => {
      await add('city', false, 1)
      await expect(add('street', false, 1)).rejects.toEqual(conflict)
      expect((await columns()).at(-1)).toBe('city')
    })
  })

  describe('a column that is renamed', () => {
    it('keeps its values, and accepts new ones under its new name', async () => {
      await ingest(ada)
      await rename('phone', 'mobile')
      expect(await columns()).toEqual(['name', 'mobile', 'account_id', 'email'])
      await expect(ingest(ada)).rejects.toMatchObject({ code: 'SCHEMA_MISMATCH' })
      const { phone, ...others } = ada
      const renamed = { ...others, mobile: phone }
      await ingest({ ...renamed, mobile: '2' })
      const expected = [renamed, { ...renamed, mobile: '2' }]
      expect(await values()).toEqual(expected)
      expect(await values('desc')).toEqual(expected.toReversed())
      const [{ id } = { id: '' }] = await listed()
      const [one] = await world.container.get(RecordStore).some(own.dataTableId, [id])
      expect(one?.data).toEqual(renamed)
      const exported: DataRecord[] = []
      for await (const chunk of world.container.get(RecordStore).all(await table())) exported.push(...chunk)
      expect(exported).toEqual(expected)
    })

    it('can take the former name of another column, in exchange for its own', async () => {
      await ingest(ada)
      await rename('phone', 'x')
      await rename('account_id', 'phone')
      await rename('x', 'account_id')
      expect(await columns()).toEqual(['name', 'account_id', 'phone', 'email'])
      await ingest({ ...ada, phone: 'p', account_id: 'a' })
      expect(await values()).toEqual([
        { ...ada, account_id: '1', phone: 'A' },
        { ...ada, phone: 'p', account_id: 'a' },
      ])
      await add('x')
      await ingest({ ...ada, x: 'new' })
      expect((await values()).map(({ x }) => x ?? null)).toEqual([null, null, 'new'])
    })

    it('can get its former name back', async () => {
      await ingest(ada)
      await rename('phone', '__proto__')
      await rename('__proto__', 'phone')
      await ingest(ada)
      expect(await values()).toEqual([ada, ada])
    })

    it('leaves its former name to a new column, which is empty', async () => {
      await ingest(ada)
      await rename('phone', 'mobile')
      await add('phone')
      await ingest({ name: 'B', mobile: '2', account_id: 'B', email: 'b@x.org', phone: '3' })
      expect((await values()).map(({ phone, mobile }) => [phone ?? null, mobile])).toEqual([
        [null, '1'],
        ['3', '2'],
      ])
    })

    it('accepts the rows of a file under its new name', async () => {
      await rename('phone', 'mobile')
      await importCsv('email,mobile,name,account_id\nada@x.org,7,Ada,A')
      expect(await values()).toEqual([{ name: 'Ada', mobile: '7', account_id: 'A', email: 'ada@x.org' }])
    })

    it('is not renamed during an import', async () => {
      const importId = world.container.get(Ids).next()
      const recordStore = world.container.get(RecordStore)
      await recordStore.beginImport(importId, own.dataTableId, { keyed: false, created: [] })
      for (const attempt of [
        rename('phone', 'mobile'),
        add('city'),
        remove('phone'),
        change('name', { position: 1 }),
      ])
        await expect(attempt).rejects.toEqual(saying('imported'))
      await recordStore.discardImport(importId)
      await rename('phone', 'mobile')
    })

    it('is refused with an existing name, and if the column is unknown', async () => {
      await expect(rename('phone', 'email')).rejects.toEqual(conflict)
      await expect(rename('fax', 'mobile')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('a match column that is renamed', () => {
    it('still identifies records, in arrivals and in files', async () => {
      await changeTable({ match: { ...byEmail, newerBy: 'account_id' }, missingColumns: 'fill' })
      await ingest({ ...ada, account_id: 1 })
      await rename('email', 'e-mail')
      await rename('account_id', 'version')
      await rename('phone', 'mobile')
      expect((await table()).match).toEqual({ columns: ['e-mail'], onMatch: 'update', newerBy: 'version' })
      expect(
        await ingest(
          { 'e-mail': 'ADA@x.org', version: 2, mobile: '2' },
          { 'e-mail': 'ADA@x.org', version: 3, name: 'Ada L.' },
          { 'e-mail': 'ada@x.org', version: 0, mobile: '0' },
          { 'e-mail': 'bea@x.org', version: 0 },
        ),
      ).toEqual({ inserted: 1, updated: 1, unchanged: 2 })
      expect(await values()).toEqual([
        { name: 'Ada L.', mobile: '2', version: 3, 'e-mail': 'ADA@x.org' },
        { name: null, mobile: null, version: 0, 'e-mail': 'bea@x.org' },
      ])
      expect(await importCsv('e-mail,version\nbea@x.org,5\ncy@x.org,1')).toMatchObject({
        inserted: 1,
        updated: 1,
      })
      expect((await values()).map(({ version: of, mobile }) => [of, mobile ?? null])).toEqual([
        [3, '2'],
        ['5', null],
        ['1', null],
      ])
    })

    it('returns a warning if its values would be compared in another manner', async () => {
      await changeTable({ match: byEmail })
      await expect(rename('email', 'contact')).rejects.toEqual(
        saying('match column', 'e-mail addresses', 'text'),
      )
      expect(await columns()).toContain('email')
    })

    it('keeps the keys of deleted records free', async () => {
      await changeTable({ match: byEmail })
      await rename('email', 'mail')
      const { email: _, ...others } = ada
      await ingest({ ...others, mail: 'ada@x.org' })
      const [{ id } = { id: '' }] = await listed()
      await world.container.get(Records).delete({ ...place(), by: operator }, place().dataTableId, id)
      expect(await ingest({ ...others, mail: 'ada@x.org' })).toMatchObject({ inserted: 1 })
    })

    it('can be chosen later, and merges records with equal values', async () => {
      await ingest(ada, { ...ada, email: 'ADA@x.org', phone: '2' })
      await rename('email', 'mail')
      await rename('phone', 'mobile')
      const found = await world.container
        .get(FindDuplicates)
        .execute({ ...place(), columns: ['mail'], newerBy: null, defaultCountry: null }, async () => {})
      expect(found.items[0]?.primary.data).toMatchObject({ mobile: '2' })
      await changeTable({ match: { ...byEmail, columns: ['mail'] } }, true)
      expect(await values()).toEqual([{ name: 'Ada', mobile: '2', account_id: 'A', mail: 'ADA@x.org' }])
      const { email: _, phone: __, ...others } = ada
      expect(await ingest({ ...others, mobile: '3', mail: 'Ada@X.org' })).toMatchObject({
        inserted: 0,
        updated: 1,
      })
    })
  })

  describe('the spinners over a table', () => {
    const steps: Step[] = [
      { type: 'condition', column: 'email', operator: 'exists' },
      {
        type: 'webhook',
        url: 'https://x.example/{{ email }}',
        headers: { 'X-Of': '{{ email }}' },
        body: '{"a": "{{email | default: "none"}}", "b": {% if email contains "@" %}{{ ["email"] | json }}{% else %}1{% endif %}}',
      },
      { type: 'email', to: '{{ email }}', subject: 'Hi {{ name }}', text: 'email {{ unsubscribe_url }}' },
    ]
    const renamed = (to: string, reference = to): Step[] => [
      { type: 'condition', column: to, operator: 'exists' },
      {
        type: 'webhook',
        url: `https://x.example/{{ ${reference} }}`,
        headers: { 'X-Of': `{{ ${reference} }}` },
        body: `{"a": "{{${reference} | default: "none"}}", "b": {% if ${reference} contains "@" %}{{ ${reference} | json }}{% else %}1{% endif %}}`,
      },
      {
        type: 'email',
        to: `{{ ${reference} }}`,
        subject: 'Hi {{ name }}',
        text: 'email {{ unsubscribe_url }}',
      },
    ]

    it.each([
      ['a plain one', 'mail', 'mail'],
      ['one with a space', 'Work e-mail', '["Work e-mail"]'],
      ['a word of Liquid', 'size', '["size"]'],
    ])('follow a new name: %s', async (_what, to, reference) => {
      await open({ spinner: { steps } })
      await rename('email', to)
      expect(await spinner()).toMatchObject({
        steps: renamed(to, reference),
        publishedVersion: 1,
        revision: 2,
        hasUnpublishedChanges: false,
      })
      expect(await version()).toMatchObject({ steps: renamed(to, reference), metadataColumns: ['name', to] })
    })

    it('continue their jobs with the new name and the existing values and records', async () => {
      await ingest(ada)
      await trigger()
      await rename('email', 'mail')
      const { email: _, ...others } = ada
      await ingest({ ...others, mail: 'bea@x.org' })
      await rename('name', 'who')
      const {
        answer: { jobId },
      } = await trigger()
      const slices = world.container.get(Slices)
      const slice = await slices.take(jobId, { holder: world.container.get(Ids).next(), seconds: 60 })
      expect(slice?.version).toMatchObject({
        metadataColumns: ['who', 'mail'],
        steps: [{ to: '{{ mail }}', subject: 'Welcome, {{ who }}' }],
      })
      expect(slice?.recipients.map(({ data }) => data)).toEqual([
        { who: 'Ada', phone: '1', account_id: 'A', mail: 'bea@x.org' },
      ])
    })

    it('keep a name that cannot be changed with certainty, and return where it is', async () => {
      const text = '{% assign mail = 1 %}{{ email }}{{ mail }}'
      await open({ spinner: { steps: [{ type: 'email', to: '{{ email }}', subject: 'Hi', text }] } })
      await expect(rename('email', 'mail')).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('the draft of the spinner "Welcome", /steps/0/text'),
        details: {
          errors: [{ pointer: `/spinners/${own.spinnerId}/draft/steps/0/text`, column: 'email' }, {}],
        },
      })
      await expect(rename('email', 'a"b')).rejects.toEqual(saying('a"b'))
      expect(await columns()).toContain('email')
      await rename('email', 'address')
    })

    it('protect a column that a published version or a running job uses', async () => {
      await expect(remove('email')).rejects.toEqual(saying('published spinner "Welcome"'))
      await ingest(ada)
      await trigger()
      const others = await spinner()
      await world.container.get(UnitOfWork).run(async (tx) => {
        const { hasUnpublishedChanges: _, ...draft } = others
        await tx.spinners.save({ ...draft, publishedVersion: null })
      })
      await expect(remove('email')).rejects.toEqual(saying('job of the spinner "Welcome"'))
      await remove('phone')
    })

    describe('that retry failed recipients with the version that the job ran', () => {
      const optOut: Step[] = [
        { type: 'condition', column: 'name', operator: 'notEquals', value: 'no' },
        { type: 'email', to: '{{ email }}', subject: 'Hi', text: 'Hi' },
      ]
      const failedJob = async () => {
        await open({ spinner: { steps: optOut } })
        await ingest({ ...ada, name: 'no' })
        const {
          answer: { jobId },
        } = await trigger()
        const slices = world.container.get(Slices)
        const lease = { holder: world.container.get(Ids).next(), seconds: 60 }
        const slice = await slices.take(jobId, lease)
        if (slice === null) throw new Error('The job has one slice')
        const refused = { kind: 'failed', code: 'MESSAGE_REFUSED', reason: 'Refused' } as const
        const settled = slice.recipients.map((recipient) =>
          settleStep(recipient, refused, programOf(optOut), 0),
        )
        await slices.settleAndMark(slice, lease, settled, [])
        await slices.release(slice, lease)
        return jobId
      }
      const retry = (jobId: string) =>
        world.container.get(RetryFailed).execute({
          organizationId: own.organizationId,
          jobId,
          codes: null,
          version: 'same',
          by: operator,
        })
      const unpublish = async () => {
        const { hasUnpublishedChanges: _, ...draft } = await spinner()
        await world.container
          .get(UnitOfWork)
          .run((tx) => tx.spinners.save({ ...draft, publishedVersion: null }))
      }

      it('refuse it if a column that it uses was removed since, and its conditions would let people pass', async () => {
        const jobId = await failedJob()
        await unpublish()
        await remove('name')
        await expect(retry(jobId)).rejects.toEqual(saying('Version 1 uses the column "name"', 'current'))
      })

      it('refuse it if a column that it uses was renamed, even if another one has the name now', async () => {
        const jobId = await failedJob()
        await unpublish()
        await rename('name', 'consent')
        await rename('phone', 'name')
        await expect(retry(jobId)).rejects.toEqual(saying('Version 1 uses the column "name"'))
      })

      it('use it with the new name if the version is still published', async () => {
        const jobId = await failedJob()
        await rename('name', 'consent')
        const again = await retry(jobId)
        const slice = await world.container
          .get(Slices)
          .take(again, { holder: world.container.get(Ids).next(), seconds: 60 })
        expect(slice?.version.steps[0]).toMatchObject({ column: 'consent' })
      })

      it('use it if a column was removed that it does not use', async () => {
        const jobId = await failedJob()
        await unpublish()
        await remove('phone')
        await retry(jobId)
      })
    })

    it('lose a removed metadata column, and show no difference', async () => {
      await open({ spinner: { steps: [{ type: 'email', to: '{{ email }}', subject: 'Hi', text: 'Hi' }] } })
      await remove('name')
      expect((await version())?.metadataColumns).toEqual(['email'])
      expect((await spinner()).hasUnpublishedChanges).toBe(false)
    })
  })

  describe('a column that is removed', () => {
    it('is gone with its values, even if one of the same name is added', async () => {
      await ingest(ada, { ...ada, phone: '2' })
      await remove('phone')
      const { phone: _, ...others } = ada
      expect(await values()).toEqual([others, others])
      await expect(ingest(ada)).rejects.toMatchObject({ code: 'SCHEMA_MISMATCH' })
      await add('phone')
      await ingest({ ...others, phone: '3' })
      const expected = [others, others, { ...others, phone: '3' }]
      expect(await values()).toEqual(expected)
      await clear()
      expect(await values()).toEqual(expected)
      await ingest({ ...others, phone: '4' })
      expect((await values()).at(-1)).toEqual({ ...others, phone: '4' })
    })

    it('can be added again after its values are deleted', async () => {
      await ingest(ada)
      await remove('phone')
      await clear()
      await add('phone')
      const { phone: _, ...others } = ada
      await ingest(ada)
      expect(await values()).toEqual([others, ada])
    })

    it('is refused if it identifies records, or decides which record is newer', async () => {
      await changeTable({ match: { columns: ['phone'], onMatch: 'update', newerBy: 'account_id' } })
      await expect(remove('phone')).rejects.toEqual(saying('match column', 'Change `match` first'))
      await expect(remove('account_id')).rejects.toEqual(saying('`newerBy`'))
      await changeTable({ match: null })
      await remove('phone')
    })
  })

  describe('a column that is moved', () => {
    it('has its new position, and is expected there', async () => {
      await change('email', { position: 0 })
      await change('name', { position: 3, isMetadata: false })
      expect(await columns()).toEqual(['email', 'phone', 'account_id', 'name'])
      await expect(ingest({ nope: 1 })).rejects.toMatchObject({
        details: { expected: ['email', 'phone', 'account_id', 'name'] },
      })
      await expect(change('name', { position: 4 })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    })
  })

  it('are changed one after the other, however many at once', async () => {
    const attempts = await Promise.allSettled([
      ...['a', 'b', 'c'].map((column) => add(column)),
      add('a'),
      rename('phone', 'mobile'),
      rename('phone', 'cell'),
    ])
    expect(attempts.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    expect(await columns()).toHaveLength(7)
  })

  it('interrupt a reading of all records that they would make wrong', async () => {
    const before = await table()
    await rename('phone', 'mobile')
    const all = world.container.get(RecordStore).all(before)[Symbol.asyncIterator]()
    await expect(all.next()).rejects.toEqual(conflict)
  })
})
