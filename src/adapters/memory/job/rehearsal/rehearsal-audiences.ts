import { audienceRange, sizeOf } from '../../../../domain/spinner/audience.ts'
import {
  type AudienceQuery,
  type FoundAudience,
  RehearsalAudiences,
  type RehearsedRecord,
} from '../../../../ports/job/rehearsal/rehearsal-audiences.ts'
import type { MemoryStore } from '../../store.ts'
import { countNamed, isNamed } from '../named/named-marks.ts'
import { sum, waitingReturns } from '../slices/returned-records.ts'

const part = 500

export class MemoryRehearsalAudiences extends RehearsalAudiences {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async ofSpinner({ spinnerId, dataTableId, takes }: AudienceQuery): Promise<FoundAudience> {
    const spinner = this.#store.spinners.get(spinnerId)
    const table = this.#store.tables.get(dataTableId)
    if (spinner === undefined || table === undefined) throw new Error('A spinner that is rehearsed is there')
    const isNew = takes === 'new'
    const back = isNew ? waitingReturns(this.#store, spinnerId) : []
    const range = audienceRange(takes, spinner.taken, table.end, sum(back))
    const [fromSeq, toSeq] = [range.from.seq, range.to.seq]
    const idsIn = (from: number, to: number) =>
      this.#idsIn(dataTableId, from, to).filter((id) => !isNew || !isNamed(this.#store, spinnerId, id))
    const ids = [
      ...back.flatMap(({ part: of }) =>
        'fromSeq' in of ? idsIn(of.fromSeq, of.toSeq) : of.recordIds.map(Number),
      ),
      ...idsIn(fromSeq, toSeq),
    ]
    const passed = isNew ? countNamed(this.#store, spinnerId, { fromSeq, toSeq }) : 0
    return { size: sizeOf(range) - passed, parts: () => this.#parts(dataTableId, ids) }
  }

  override ofRecords(dataTableId: string, recordIds: readonly string[]): FoundAudience {
    return { size: recordIds.length, parts: () => this.#parts(dataTableId, recordIds.map(Number)) }
  }

  async *#parts(dataTableId: string, ids: readonly number[]): AsyncIterable<readonly RehearsedRecord[]> {
    const records = this.#store.records.get(dataTableId)
    for (let at = 0; at < ids.length; at += part)
      yield ids.slice(at, at + part).flatMap((id) => {
        const data = records?.get(id)
        return data === undefined ? [] : [{ id: String(id), data }]
      })
  }

  #idsIn(dataTableId: string, fromSeq: number, toSeq: number): readonly number[] {
    return (this.#store.appends.get(dataTableId) ?? [])
      .filter(({ seq }) => seq > fromSeq && seq <= toSeq)
      .flatMap(({ firstId, count }) => Array.from({ length: count }, (_, index) => firstId + index))
  }
}
