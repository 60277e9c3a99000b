import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { digest } from '../../src/adapters/security/secret.ts'
import { runRequest } from '../../src/adapters/system/request-writes.ts'
import { DomainError } from '../../src/domain/errors.ts'
import type { DataTable } from '../../src/domain/table/data-table.ts'
import { TableSchema } from '../../src/domain/table/table-schema.ts'
import { type Arrival, RecordAppender } from '../../src/ports/arrival/record-appender.ts'
import { Ids } from '../../src/ports/ids.ts'
import { JobStarter } from '../../src/ports/job/job-starter.ts'
import { UnitOfWork } from '../../src/ports/unit-of-work.ts'
import { lead } from '../support/api.ts'
import { createWorld, type World } from '../support/world.ts'

describe('a request that fails', () => {
  let world: World
  let unitOfWork: UnitOfWork
  let table: DataTable
  let tableSchema: TableSchema

  beforeAll(async () => {
    world = await createWorld()
    unitOfWork = world.container.get(UnitOfWork)
    const { organizationId, dataTableId } = world.demo
    const found = await unitOfWork.run((tx) => tx.dataTables.find(organizationId, dataTableId))
    if (found === null) throw new Error('The demo has a table')
    table = found
    tableSchema = new TableSchema(table)
  })
  afterAll(() => world.close())

  /**
   * Returns the error code that a caller gets if a test's request does this work and then fails because the
   * database is overloaded.
   */
  const reportedAfter = (work: () => Promise<unknown>): Promise<string> =>
    runRequest<string>(null, async () => {
      await work()
      throw new DomainError('OVERLOADED')
    }).catch((error: DomainError) => error.code)

  const spend = (amount: number) =>
    unitOfWork.run((tx) =>
      tx.plans.spend({
        organizationId: world.demo.organizationId,
        meter: 'jobs',
        period: '2030-01',
        amount,
      }),
    )
  const arrival = (parts: Partial<Arrival> = {}): Arrival => ({
    credential: { kind: 'apiKey', digest: digest(world.demo.apiKey) },
    dataTableId: world.demo.dataTableId,
    records: [lead(1)],
    idempotency: null,
    requestId: 'request',
    ...parts,
  })
  const append = (one: Arrival, to = tableSchema) => world.container.get(RecordAppender).append(one, to)
  const start = (spinnerId: string) =>
    world.container.get(JobStarter).start({
      jobId: world.container.get(Ids).next(),
      caller: { kind: 'apiKey', digest: digest(world.demo.apiKey) },
      spinnerId,
      idempotency: null,
    })

  it('reports an unknown outcome after a commit', async () => {
    expect(await reportedAfter(() => spend(1))).toBe('OUTCOME_UNKNOWN')
  })

  it('reports that nothing was written after a read-only transaction', async () => {
    const { organizationId } = world.demo
    expect(
      await reportedAfter(() =>
        unitOfWork.run((tx) => tx.plans.readMeter(organizationId, 'jobs', '2030-01')),
      ),
    ).toBe('OVERLOADED')
  })

  it('reports that nothing was written after a rollback', async () => {
    const undone = unitOfWork.run.bind(unitOfWork, async (tx) => {
      await tx.jobs.announceTurns([world.demo.organizationId])
      throw new Error('undone')
    })
    expect(await reportedAfter(() => undone().catch(() => {}))).toBe('OVERLOADED')
  })

  it('reports an unknown outcome after its records were appended, and only then', async () => {
    const other = new TableSchema({ ...table, schemaVersion: table.schemaVersion + 1 })
    expect(await reportedAfter(() => append(arrival()))).toBe('OUTCOME_UNKNOWN')
    expect(await reportedAfter(() => append(arrival(), other))).toBe('OVERLOADED')
  })

  it('reports an unknown outcome after its job was started, and only then', async () => {
    expect(await reportedAfter(() => start(world.demo.spinnerId))).toBe('OUTCOME_UNKNOWN')
    expect(await reportedAfter(() => start(world.demo.dataTableId))).toBe('OVERLOADED')
  })

  it('ignores what other requests have written', async () => {
    const reported = await Promise.all([
      ...Array.from({ length: 5 }, () => reportedAfter(() => append(arrival()))),
      reportedAfter(() =>
        append(arrival({ credential: { kind: 'apiKey', digest: digest('nobody has this') } })),
      ),
    ])
    expect(reported).toEqual([...Array.from({ length: 5 }, () => 'OUTCOME_UNKNOWN'), 'OVERLOADED'])
  })
})
