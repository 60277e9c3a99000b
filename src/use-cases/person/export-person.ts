import type { Actor } from '../../domain/account/audit/actor.ts'
import type { KeptArrival } from '../../domain/arrival/arrival.ts'
import { shownState } from '../../domain/arrival/arrival-state.ts'
import { emailOf } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import type { ExportedArrival, ExportedTable, PersonExport } from '../../domain/person/person-export.ts'
import type { ArrivalStore } from '../../ports/arrival/arrival-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PersonDigests } from '../../ports/person/person-digests.ts'
import type { PersonRecord, PersonRecords } from '../../ports/person/person-records.ts'
import type { PersonTraceQueries } from '../../ports/person/person-trace-queries.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface ExportPersonCommand {
  readonly organizationId: string
  readonly email: string
  readonly by: Actor
}

/** Hands out everything that is kept of a person. It is noted before anything leaves. */
export class ExportPerson {
  readonly #unitOfWork: UnitOfWork
  readonly #records: PersonRecords
  readonly #arrivals: ArrivalStore
  readonly #traces: PersonTraceQueries
  readonly #digests: PersonDigests
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    records: PersonRecords,
    arrivals: ArrivalStore,
    traces: PersonTraceQueries,
    digests: PersonDigests,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#records = records
    this.#arrivals = arrivals
    this.#traces = traces
    this.#digests = digests
    this.#clock = clock
  }

  async execute({ organizationId, email, by }: ExportPersonCommand): Promise<PersonExport> {
    const address = emailOf(email)
    const organization = await this.#unitOfWork.run((tx) => tx.organizations.lock(organizationId))
    if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
    const digest = await this.#digests.of(organizationId, address)
    const subject = { kind: 'person', id: null, name: digest } as const
    await this.#unitOfWork.run((tx) =>
      tx.audit.add({ action: 'person.exported', organizationId, by, subject }),
    )
    const records: PersonRecord[] = []
    for await (const found of this.#records.of(organizationId, address)) records.push(...found)
    const tables = await this.#byTable(organizationId, records)
    const arrivals: ExportedArrival[] = []
    for await (const found of this.#arrivals.mentioning(organizationId, address))
      arrivals.push(...found.flatMap(exported))
    const traces = await this.#traces.of({ organizationId, address, records })
    return { at: this.#clock.now(), address, tables, arrivals, ...traces }
  }

  #byTable(organizationId: string, records: readonly PersonRecord[]): Promise<ExportedTable[]> {
    const found = [...Map.groupBy(records, ({ dataTableId }) => dataTableId)]
    return this.#unitOfWork.run(async (tx) => {
      const tables: ExportedTable[] = []
      for (const [dataTableId, own] of found) {
        const table = await tx.dataTables.find(organizationId, dataTableId)
        tables.push({
          dataTableId,
          // Deleted since.
          name: table?.name ?? '',
          records: own.map(({ recordId, arrival: { at, requestId }, data }) => ({
            id: recordId,
            createdAt: at,
            requestId,
            data,
          })),
        })
      }
      return tables
    })
  }
}

function exported({ id, dataTableId, receivedAt, state, body }: KeptArrival): ExportedArrival[] {
  if (body === null) return []
  const { contentType, contentEncoding, bytes } = body
  const text = Buffer.from(bytes).toString(contentEncoding === null ? 'utf8' : 'base64')
  return [{ id, dataTableId, receivedAt, state: shownState(state), contentType, contentEncoding, body: text }]
}
